import { selectOrdered } from "@kinora/db/testing-rows.ts";
import { expect, test, vi } from "vitest";
import { createInstallation } from "../../platform/installation/installation.ts";
import { sharedServices, asSuperuser } from "../../testing/fixtures.ts";
import { saveInstallation } from "./settings.ts";

const services = await sharedServices();

const linesAbout = (title: string) =>
  selectOrdered(services, "audit_log", "id", { object_type: "installation", object_title: title }, "action", "changes");

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
