import { deleteRows, selectOrdered, selectRow, selectRows } from "@kinora/db/testing-rows.ts";
import { TRANSFER_DAYS, TRANSFERS_A_DAY } from "@kinora/domain/projects/transfers.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { as, aProject, asUser, aUser, type TestProject } from "../../platform/testing.ts";
import { sharedServices, grantOf, RUN, addOwner, addProject } from "../../testing/fixtures.ts";
import { moveProject } from "../installation/move.ts";
import { acceptOffer, declineOffer, listOfferedProjects, previewOffer } from "./decide.ts";
import { mailTransfer } from "./mail.ts";
import { offerProject, withdrawProject } from "./offers.ts";

let now = new Date();
const services = { ...(await sharedServices()), clock: { now: () => now } };

const asOwner = (project: TestProject) => as(services, project.owner);
const accountOf = (project: TestProject) => ({ ...grantOf(project), projectId: null });
const refused = { code: "conflict", message: "This project is not offered to you any more." };

/** An account whose project has a name that no other account has. */
async function aPlace(): Promise<TestProject> {
  const project = await aProject(services);
  await sql`update projects set name = md5(random()::text) where id = ${project.projectId}`.execute(services.db);
  return project;
}

const emailOf = async (userId: number) => (await selectRow(services, "users", { id: userId }, "email")).email;
const accountOfProject = async ({ projectId }: TestProject) =>
  (await selectRow(services, "projects", { id: projectId }, "account_id")).account_id;

async function offer(from: TestProject, to: TestProject): Promise<number> {
  await offerProject(asOwner(from), grantOf(from), await emailOf(to.ownerId));
  const { id } = await selectRow(services, "project_transfers", { project_id: from.projectId, state: "open" }, "id");
  return id;
}

async function mailsOf(transferId: number): Promise<{ recipient: string; subject: string; body: string }[]> {
  await deleteRows(services, "development_mails", {});
  const { rows } = await sql<{ id: number }>`select id from users`.execute(services.db);
  for (const { id } of rows) await mailTransfer.run(services, { transferId, to: id }, RUN);
  return selectOrdered(services, "development_mails", "id", {}, "recipient", "subject", "body");
}

test("an owner of another account accepts an offered project: it moves, and both accounts know", async () => {
  const [from, to] = [await aPlace(), await aPlace()];
  const id = await offer(from, to);
  const offered = await mailsOf(id);
  expect(
    new Map(offered.map(({ recipient, subject }) => [recipient, subject.replace(/project \S+/, "project")])),
  ).toEqual(
    new Map([
      [await emailOf(from.ownerId), "The project is offered to another account"],
      [await emailOf(to.ownerId), "You are offered the project"],
    ]),
  );
  expect(await listOfferedProjects(asOwner(to), accountOf(to))).toMatchObject([{ id, account: "Test account" }]);
  expect(await previewOffer(asOwner(to), accountOf(to), id)).toMatchObject({
    project: { id: from.projectId },
    to: { id: to.accountId },
    warnings: [],
  });
  await acceptOffer(asOwner(to), accountOf(to), id);
  expect(await accountOfProject(from)).toBe(to.accountId);
  expect(await listOfferedProjects(asOwner(to), accountOf(to))).toEqual([]);
  await expect(acceptOffer(asOwner(to), accountOf(to), id)).rejects.toMatchObject(refused);
  expect((await mailsOf(id)).map(({ recipient }) => recipient)).toEqual([await emailOf(from.ownerId)]);
  const { rows } = await sql<{ account_id: number; action: string }>`
    select account_id, action from audit_log where object_type = 'project' and object_id = ${from.projectId}
    order by id`.execute(services.db);
  expect(rows).toEqual([
    { account_id: from.accountId, action: "project.transfer_offered" },
    { account_id: from.accountId, action: "project.moved" },
    { account_id: to.accountId, action: "project.moved" },
  ]);
});

test("an offer is for the person it names: other owners and strangers are answered as if there were none", async () => {
  const [from, to, stranger] = [await aPlace(), await aPlace(), await aPlace()];
  const id = await offer(from, to);
  for (const decide of [acceptOffer, declineOffer, previewOffer]) {
    await expect(decide(asOwner(stranger), accountOf(stranger), id)).rejects.toMatchObject(refused);
    await expect(decide(asOwner(stranger), accountOf(stranger), 9e9)).rejects.toMatchObject(refused);
    // The one who offers it, and the addressee for the account it is in.
    await expect(decide(asOwner(from), accountOf(from), id)).rejects.toMatchObject(refused);
    await expect(decide(asOwner(to), accountOf(from), id)).rejects.toMatchObject(refused);
  }
  expect(await listOfferedProjects(asOwner(stranger), accountOf(stranger))).toEqual([]);
  await expect(withdrawProject(asOwner(to), { ...grantOf(to), projectId: from.projectId })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await accountOfProject(from)).toBe(from.accountId);
});

test("offering says the same whether there is such a person or not, and mails nobody who is none", async () => {
  const [from, to] = [await aPlace(), await aPlace()];
  const answers = [];
  for (const email of [await emailOf(to.ownerId), "nobody-at-all@example.com"]) {
    answers.push(await offerProject(asOwner(from), grantOf(from), email));
    await expect(offerProject(asOwner(from), grantOf(from), email)).rejects.toMatchObject({
      code: "conflict",
      message: "This project is offered already. Withdraw the offer first.",
    });
    const { id } = await selectRow(services, "project_transfers", { project_id: from.projectId, state: "open" }, "id");
    expect((await mailsOf(id)).filter(({ recipient }) => recipient === "nobody-at-all@example.com")).toEqual([]);
    await withdrawProject(asOwner(from), grantOf(from));
  }
  expect(answers).toEqual([undefined, undefined]);
});

test("of several accepts at one time one wins, and the project is in its account", async () => {
  const [from, to] = [await aPlace(), await aPlace()];
  const second = await aPlace();
  await addOwner(services, second, to.ownerId);
  const id = await offer(from, to);
  const places = [to, second, to, second];
  const all = await Promise.allSettled(places.map((place) => acceptOffer(asOwner(to), accountOf(place), id)));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const each of all) if (each.status === "rejected") expect(each.reason).toMatchObject(refused);
  const winner = places[all.findIndex(({ status }) => status === "fulfilled")];
  expect(await accountOfProject(from)).toBe(winner?.accountId);
  const moves = await selectRows(services, "project_moves", { project_id: from.projectId }, "to_account_id");
  expect(moves).toEqual([{ to_account_id: winner?.accountId }]);
});

test("accepting and withdrawing at one time: either it is withdrawn and stays, or it is accepted and moved", async () => {
  for (let round = 0; round < 4; round++) {
    const [from, to] = [await aPlace(), await aPlace()];
    const id = await offer(from, to);
    const [accepted, withdrawn] = await Promise.allSettled([
      acceptOffer(asOwner(to), accountOf(to), id),
      withdrawProject(asOwner(from), grantOf(from)),
    ]);
    expect([accepted.status, withdrawn.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await accountOfProject(from)).toBe((accepted.status === "fulfilled" ? to : from).accountId);
  }
});

test("accepting while a superuser moves the project: the first one counts, and no offer stays open", async () => {
  const root = as(services, asUser(await aUser(services, { superuser: true }), true));
  for (let round = 0; round < 4; round++) {
    const [from, to, other] = [await aPlace(), await aPlace(), await aPlace()];
    const id = await offer(from, to);
    const [accepted, moved] = await Promise.allSettled([
      acceptOffer(asOwner(to), accountOf(to), id),
      moveProject(root, from.projectId, { accountId: other.accountId, reason: "Sold" }),
    ]);
    if (accepted.status === "rejected") expect(accepted.reason).toMatchObject({ code: "conflict" });
    if (moved.status === "rejected") expect(moved.reason).toMatchObject({ code: "conflict" });
    expect([accepted.status, moved.status]).toContain("fulfilled");
    expect(await accountOfProject(from)).toBe((moved.status === "fulfilled" ? other : to).accountId);
    const { rows } = await sql`
      select from project_transfers where project_id = ${from.projectId} and state = 'open'`.execute(services.db);
    expect(rows).toEqual([]);
  }
});

test("an offer that is declined, withdrawn or older than its days cannot be accepted, and another can be made", async () => {
  const [from, to] = [await aPlace(), await aPlace()];
  const declined = await offer(from, to);
  await declineOffer(asOwner(to), accountOf(to), declined);
  expect((await mailsOf(declined)).map(({ body }) => body)).toEqual([expect.stringContaining("declined the project")]);
  const withdrawn = await offer(from, to);
  await withdrawProject(asOwner(from), grantOf(from));
  const old = await offer(from, to);
  now = new Date(now.getTime() + TRANSFER_DAYS * 86_400_000);
  await expect(withdrawProject(asOwner(from), grantOf(from))).rejects.toMatchObject({ code: "conflict" });
  for (const id of [declined, withdrawn, old])
    await expect(acceptOffer(asOwner(to), accountOf(to), id)).rejects.toMatchObject(refused);
  expect(await listOfferedProjects(asOwner(to), accountOf(to))).toEqual([]);
  await acceptOffer(asOwner(to), accountOf(to), await offer(from, to));
  expect(await accountOfProject(from)).toBe(to.accountId);
});

test("an offer ends when its author is no owner any more, and when the project is moved or deleted", async () => {
  const [from, to, other] = [await aPlace(), await aPlace(), await aPlace()];
  const id = await offer(from, to);
  await addOwner(services, from, await aUser(services));
  await sql`delete from account_owners where account_id = ${from.accountId} and user_id = ${from.ownerId}`.execute(
    services.db,
  );
  await expect(acceptOffer(asOwner(to), accountOf(to), id)).rejects.toMatchObject(refused);
  const moved = await aPlace();
  const another = await offer(moved, to);
  const root = as(services, asUser(await aUser(services, { superuser: true }), true));
  await moveProject(root, moved.projectId, { accountId: other.accountId, reason: "Sold" });
  await expect(acceptOffer(asOwner(to), accountOf(to), another)).rejects.toMatchObject(refused);
  // The account that has it now offers it itself, and the old offer is none when the project comes back.
  const inOther = { ...other, projectId: moved.projectId };
  await offer(inOther, to);
  await withdrawProject(asOwner(other), grantOf(inOther));
  await moveProject(root, moved.projectId, { accountId: moved.accountId, reason: "Returned" });
  await expect(acceptOffer(asOwner(to), accountOf(to), another)).rejects.toMatchObject(refused);
  const gone = await aPlace();
  const third = await offer(gone, to);
  await sql`update projects set deleted_at = now() where id = ${gone.projectId}`.execute(services.db);
  await expect(acceptOffer(asOwner(to), accountOf(to), third)).rejects.toMatchObject(refused);
});

test("an offer counts while its account is active and its author is not blocked", async () => {
  const [from, to] = [await aPlace(), await aPlace()];
  const id = await offer(from, to);
  const { db } = services;
  const account = db.updateTable("accounts").where("id", "=", from.accountId);
  const author = db.updateTable("users").where("id", "=", from.ownerId);
  const expectNone = async () => {
    expect(await listOfferedProjects(asOwner(to), accountOf(to))).toEqual([]);
    await expect(acceptOffer(asOwner(to), accountOf(to), id)).rejects.toMatchObject(refused);
    expect(await accountOfProject(from)).toBe(from.accountId);
  };
  await account.set({ status: "suspended", suspended_reason: "Unpaid" }).execute();
  await expectNone();
  await account.set({ status: "active", suspended_reason: null }).execute();
  await author.set({ status: "blocked" }).execute();
  await expectNone();
  await author.set({ status: "active" }).execute();
  await acceptOffer(asOwner(to), accountOf(to), id);
  expect(await accountOfProject(from)).toBe(to.accountId);
});

test("what hinders a move hinders accepting, and the offer stays open", async () => {
  const [from, to] = [await aPlace(), await aPlace()];
  const id = await offer(from, to);
  await sql`update projects set name = (select name from projects where id = ${from.projectId}) where id = ${to.projectId}`.execute(
    services.db,
  );
  await expect(acceptOffer(asOwner(to), accountOf(to), id)).rejects.toMatchObject({
    message: expect.stringContaining("Rename one of them first."),
  });
  await sql`update projects set name = 'Renamed' where id = ${to.projectId}`.execute(services.db);
  await acceptOffer(asOwner(to), accountOf(to), id);
  expect(await accountOfProject(from)).toBe(to.accountId);
});

test("an account makes a limited number of offers a day", async () => {
  const from = await aPlace();
  for (let made = 0; made < TRANSFERS_A_DAY; made++) {
    await offerProject(asOwner(from), grantOf(from), `somebody${made}@example.com`);
    await withdrawProject(asOwner(from), grantOf(from));
  }
  await expect(offerProject(asOwner(from), grantOf(from), "somebody@example.com")).rejects.toMatchObject({
    code: "rate_limited",
  });
});

test("two offers at once, of two projects of an account, are not both the last one of its day", async () => {
  const from = await aPlace();
  const { projectId: id } = await addProject(services, from);
  for (let made = 1; made < TRANSFERS_A_DAY; made++) {
    await offerProject(asOwner(from), grantOf(from), `somebody${made}@example.com`);
    await withdrawProject(asOwner(from), grantOf(from));
  }
  const both = await Promise.allSettled(
    [from.projectId, id].map((projectId) =>
      offerProject(asOwner(from), grantOf({ ...from, projectId }), "somebody@example.com"),
    ),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});
