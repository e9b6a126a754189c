import { afterAll, beforeAll, expect, test } from "vitest";
import { activationMail, resetMail } from "./login/mail-tasks.ts";
import { aProject, testServices, type TestServices } from "./platform/testing.ts";
import { sendInvitation } from "./users/tasks.ts";

const RUN = { jobId: "test", signal: new AbortController().signal, failures: 0 };
const DAY = 24 * 60 * 60 * 1000;
let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.stop());

test("names of people, projects and accounts do not become links in mails", async () => {
  const { db } = services;
  const spoof = "Win at https://evil.example/login or evil。example, mail me@evil.example";
  const { projectId, accountId } = await aProject(services);
  await db.updateTable("projects").set({ name: spoof }).where("id", "=", projectId).execute();
  await db.updateTable("accounts").set({ name: spoof }).where("id", "=", accountId).execute();
  const { id: role_id } = await db
    .selectFrom("roles")
    .select("id")
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  for (const status of ["invited", "active"] as const) {
    const email = `${status}-spoofed@example.com`;
    const { id } = await db
      .insertInto("users")
      .values({ email, status, first_name: spoof, last_name: spoof })
      .returning("id")
      .executeTakeFirstOrThrow();
    const expires_at = new Date(services.clock.now().getTime() + DAY);
    const invitation = await db
      .insertInto("project_invitations")
      .values({ project_id: projectId, account_id: accountId, email, role_id, expires_at })
      .returning("id")
      .executeTakeFirstOrThrow();
    await activationMail.run(services, { userId: id }, RUN);
    await sendInvitation.run(services, { invitationId: invitation.id }, RUN);
    await resetMail.run(services, { email }, RUN);
    const mails = await db.selectFrom("development_mails").selectAll().where("recipient", "=", email).execute();
    expect(mails.length).toBeGreaterThan(0);
    for (const { subject, body } of mails) {
      const own = body.replaceAll(new RegExp(`${services.config.urls.login}/\\S+`, "g"), "");
      // Patterns that mail clients turn into links: a scheme with its colon and slashes, an at sign or dot between letters.
      expect(`${subject}\n${own}`).not.toMatch(/\w:\/\/?\S|\S[@.。．｡]\S/u);
    }
  }
});
