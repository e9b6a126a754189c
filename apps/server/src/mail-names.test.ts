import { deleteRows, insertRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { mailExport } from "./exports/mail.ts";
import { activationMail, resetMail } from "./login/mail-tasks.ts";
import { aProject } from "./platform/testing.ts";
import { mailTransfer } from "./projects/transfers/mail.ts";
import { addInvitation, addPerson, RUN, sharedServices } from "./testing/fixtures.ts";
import { sendInvitation } from "./users/tasks.ts";

const DAY = 24 * 60 * 60 * 1000;
const services = await sharedServices();

test("names of people, projects and accounts do not become links in mails", async () => {
  const { db } = services;
  const spoof = "Win at https://evil.example/login or evil。example, mail me@evil.example";
  const { projectId, accountId } = await aProject(services);
  await updateRows(db, "projects", { id: projectId }, { name: spoof });
  await updateRows(db, "accounts", { id: accountId }, { name: spoof });
  for (const status of ["invited", "active"] as const) {
    const email = `${status}-spoofed@example.com`;
    const userId = await addPerson(services, { email, status, first_name: spoof, last_name: spoof });
    const invitationId = await addInvitation(services, { accountId, projectId }, email);
    await activationMail.run(services, { userId }, RUN);
    await sendInvitation.run(services, { invitationId }, RUN);
    await resetMail.run(services, { email }, RUN);
    const mails = await selectRows(db, "development_mails", { recipient: email });
    expect(mails.length).toBeGreaterThan(0);
    for (const { subject, body } of mails) {
      const own = body.replaceAll(new RegExp(`${services.config.urls.login}/\\S+`, "g"), "");
      // Patterns that mail clients turn into links: a scheme with its colon and slashes, an at sign or dot between letters.
      expect(`${subject}\n${own}`).not.toMatch(/\w:\/\/?\S|\S[@.。．｡]\S/u);
    }
  }
});

test("names in mails about offered projects and exports become no links either", async () => {
  const { db } = services;
  const spoof = "Win at https://evil.example/login or evil。example, mail me@evil.example";
  const { projectId, accountId, ownerId } = await aProject(services);
  await updateRows(db, "projects", { id: projectId }, { name: spoof });
  await updateRows(db, "accounts", { id: accountId }, { name: spoof });
  const offeredTo = await addPerson(services, { email: "offered@example.com" });
  const now = services.clock.now();
  const later = new Date(now.getTime() + DAY);
  const { id: transferId } = await insertRow(db, "project_transfers", {
    ...{ project_id: projectId, from_account_id: accountId, email: "offered@example.com" },
    ...{ offered_at: now, offered_by: ownerId, expires_at: later },
  });
  const { id: exportId } = await insertRow(db, "account_exports", {
    account_id: accountId,
    requested_at: now,
    requested_by: ownerId,
  });
  await deleteRows(db, "development_mails", {});
  for (const state of ["open", "declined", "accepted"] as const) {
    await updateRows(db, "project_transfers", { id: transferId }, { state });
    for (const to of [ownerId, offeredTo]) await mailTransfer.run(services, { transferId, to }, RUN);
  }
  for (const state of ["complete", "failed"] as const) {
    await updateRows(db, "account_exports", { id: exportId }, { state, expires_at: later });
    await mailExport.run(services, { exportId }, RUN);
  }
  const mails = await selectRows(db, "development_mails", {});
  expect(mails).toHaveLength(6);
  for (const { subject, body } of mails) {
    const own = body
      .replaceAll(new RegExp(`${services.config.urls.console}/\\S+`, "g"), "")
      .replaceAll("offered@example.com", "");
    expect(`${subject}\n${own}`).not.toMatch(/\w:\/\/?\S|\S[@.。．｡]\S/u);
  }
});
