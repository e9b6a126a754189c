import { randomBytes } from "node:crypto";
import { insertRow, insertRows, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { aProject, as, aUser } from "../../platform/testing.ts";
import { accountGrantOf, roleNamed, sharedServices, RUN } from "../../testing/fixtures.ts";
import { addDomain, verifyByHand } from "./domains.ts";
import { listLinked, unlinkPerson } from "./people.ts";
import { checkProofs, lostProofMail } from "./proof-checks.ts";
import { readSignIn, saveSignIn, type ProviderSettings } from "./settings.ts";

const DAY_MS = 86_400_000;
let laterMs = 0;
const services = await sharedServices({ KINORA_ALLOW_PRIVATE_URLS: "true" });
services.clock = { now: () => new Date(Date.now() + laterMs) };

async function anAccount() {
  const project = await aProject(services);
  const { db } = services;
  await insertRow(db, "login_totp", {
    user_id: project.ownerId,
    secret_sealed: Buffer.alloc(1),
    confirmed_at: new Date(),
  });
  const grant = accountGrantOf(project);
  const wanted: ProviderSettings = {
    ...{ issuer: "https://login.example.com/staff", clientId: "kinora", clientSecret: "a secret of the client" },
    ...{ projectId: project.projectId, roleId: await roleNamed(services, project, "Viewer"), required: false },
  };
  const domain = `${randomBytes(5).toString("hex")}.example`;
  return { ...project, grant, wanted, domain, context: as(services, project.owner) };
}

async function aPerson(domain: string, id?: number): Promise<number> {
  const person = id ?? (await aUser(services));
  const email = `${randomBytes(4).toString("hex")}@${domain}`;
  await updateRows(services, "users", { id: person }, { email });
  return person;
}

async function aSession(userId: number, providerAccountId: number | null = null) {
  const expires_at = new Date(Date.now() + DAY_MS);
  await insertRow(services, "login_sessions", {
    id: randomBytes(32),
    user_id: userId,
    expires_at,
    provider_account_id: providerAccountId,
  });
}
const sessionsOf = async (userId: number) =>
  (await selectRows(services, "login_sessions", { user_id: userId }, "id")).length;

test("a demand ends sessions by password of the people it concerns, and no others", async () => {
  const { context, grant, wanted, domain, accountId, ownerId } = await anAccount();
  await addDomain(context, grant, domain);
  await verifyByHand(context, { accountId, domain, reason: "a test" });
  const [byPassword, byProvider, elsewhere] = [
    await aPerson(domain),
    await aPerson(domain),
    await aPerson("elsewhere.example"),
  ];
  await aPerson(domain, ownerId);
  await aSession(byPassword);
  await aSession(byProvider, accountId);
  await aSession(elsewhere);
  await aSession(ownerId);
  await saveSignIn(context, grant, wanted);
  expect(await sessionsOf(byPassword)).toBe(1);
  await saveSignIn(context, grant, { ...wanted, required: true });
  const left = await Promise.all([byPassword, byProvider, elsewhere, ownerId].map(sessionsOf));
  expect(left).toEqual([0, 1, 1, 1]);

  // A domain that is proved later is demanded from then on.
  const late = `late-${domain}`;
  const person = await aPerson(late);
  await aSession(person);
  await addDomain(context, grant, late);
  expect(await sessionsOf(person)).toBe(1);
  await verifyByHand(context, { accountId, domain: late, reason: "a test" });
  expect(await sessionsOf(person)).toBe(0);
});

test("linked people are listed page by page; one is unlinked, and signed out of what the provider let them into", async () => {
  const { context, grant, wanted, domain, accountId } = await anAccount();
  const other = await anAccount();
  await saveSignIn(context, grant, wanted);
  const people: number[] = [];
  for (let count = 0; count < 51; count += 1) people.push(await aPerson(domain));
  await insertRows(
    services,
    "own_provider_people",
    people.map((user_id) => ({ account_id: accountId, issuer: wanted.issuer, subject: String(user_id), user_id })),
  );
  const first = await listLinked(context, grant, null);
  expect([first.data.length, first.more]).toEqual([50, true]);
  const rest = await listLinked(context, grant, first.data.at(-1)?.id ?? 0);
  expect([rest.data.map(({ id }) => id), rest.more]).toEqual([people.slice(50), false]);

  const [person = 0] = people;
  await aSession(person, accountId);
  await aSession(person);
  await expect(unlinkPerson(other.context, other.grant, person)).rejects.toMatchObject({ code: "not_found" });
  await unlinkPerson(context, grant, person);
  expect(await sessionsOf(person)).toBe(1);
  expect((await listLinked(context, grant, null)).data.map(({ id }) => id)).not.toContain(person);
  await expect(unlinkPerson(context, grant, person)).rejects.toMatchObject({ code: "not_found" });
});

test("a proof is looked for each day; a lost one is shown and mailed once, and one that is back is no longer lost", async () => {
  const { context, grant, domain, accountId, ownerId } = await anAccount();
  const claim = await addDomain(context, grant, domain);
  await updateRows(services, "own_provider_domains", { domain }, { verified_at: new Date(), verified_by: "dns" });
  const sent: unknown[] = [];
  const check = (texts: () => Promise<string[]>) =>
    checkProofs.run({
      ...services,
      dns: { texts: (name) => (name === claim.record_name ? texts() : Promise.reject(new Error("ETIMEOUT"))) },
      jobs: {
        ...services.jobs,
        send: (_tx, kind, payload) => {
          sent.push([kind.name, payload]);
          return Promise.resolve();
        },
      },
    });
  const shown = async () => (await readSignIn(context, grant)).domains[0];
  await check(() => Promise.resolve([claim.record_value]));
  expect(await shown()).toMatchObject({ lost_at: null, checked_at: expect.any(Date) });
  // Not again on the same day.
  await check(() => Promise.resolve([]));
  expect(await shown()).toMatchObject({ lost_at: null });
  laterMs += DAY_MS + 1_000;
  await check(() => Promise.reject(new Error("ETIMEOUT")));
  expect(await shown()).toMatchObject({ lost_at: null });
  await check(() => Promise.resolve(["something else"]));
  expect(await shown()).toMatchObject({ verified_by: "dns", lost_at: expect.any(Date) });
  laterMs += DAY_MS + 1_000;
  await check(() => Promise.resolve([]));
  expect(sent).toEqual([["login.lost_proof_mail", { accountId, domain, userId: ownerId }]]);

  const mails: { to: string; text: string }[] = [];
  const mail = {
    ...services.mail,
    send: (each: { to: string; text: string }) => Promise.resolve(void mails.push(each)),
  };
  await lostProofMail.run({ ...services, mail }, { accountId, domain, userId: ownerId }, RUN);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(claim.record_value);
  laterMs += DAY_MS + 1_000;
  await check(() => Promise.resolve([claim.record_value]));
  expect(await shown()).toMatchObject({ lost_at: null });
  await lostProofMail.run({ ...services, mail }, { accountId, domain, userId: ownerId }, RUN);
  expect(mails).toHaveLength(1);
});
