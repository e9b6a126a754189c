import { expect, test, vi } from "vitest";
import { createInstallation } from "../../platform/installation/installation.ts";
import { sharedServices, asSuperuser } from "../../testing/fixtures.ts";
import { saveInstallation } from "./settings.ts";

const services = await sharedServices();

const linesAbout = (title: string) =>
  services.db
    .selectFrom("audit_log")
    .select(["action", "changes"])
    .where("object_type", "=", "installation")
    .where("object_title", "=", title)
    .orderBy("id")
    .execute();

test("what a superuser saves is known here immediately, in other processes by notification, and is in the audit log once", async () => {
  const root = await asSuperuser(services);
  const elsewhere = createInstallation(services.db, services.notifications);
  expect((await elsewhere.settings()).registration).toEqual({ open: false });
  await saveInstallation(root, { registration: { open: true } });
  expect((await services.installation.settings()).registration).toEqual({ open: true });
  await vi.waitFor(async () => expect((await elsewhere.settings()).registration).toEqual({ open: true }));
  await saveInstallation(root, { registration: { open: true } });
  expect(await linesAbout("registration")).toEqual([
    { action: "installation.registration_changed", changes: { open: [false, true] } },
  ]);
});
