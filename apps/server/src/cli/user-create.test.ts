import { findRow, selectRow } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { sharedServices } from "../testing/fixtures.ts";
import { runCommand } from "./testing.ts";
import { userCreate } from "./user-create.ts";

const services = await sharedServices();

interface Created {
  user: { id: number; superuser: boolean };
  account: { id: number } | null;
}

const run = async (...args: string[]) =>
  JSON.parse((await runCommand(userCreate, services, ...args)).lines.join("\n")) as Created;

const passwordHash = async (userId: number) =>
  (await selectRow(services, "login_credentials", { user_id: userId }, "password_hash")).password_hash;

test("an existing email is refused and nothing changes, unless an update is requested", async () => {
  const person = ["--email", "ada@example.com", "--password"];
  const { user } = await run(...person, "violet ladder hums", "--owner-of", "Acme");
  expect(user.superuser).toBe(false);
  const before = await passwordHash(user.id);
  await expect(run(...person, "amber bridge sleeps", "--superuser")).rejects.toThrow(
    "A user with the email ada@example.com exists. Nothing was changed. Add --update",
  );
  expect(await passwordHash(user.id)).toBe(before);
  const row = await findRow(services, "users", { id: user.id }, "superuser");
  expect(row?.superuser).toBe(false);

  const updated = await run(...person, "amber bridge sleeps", "--superuser", "--owner-of", "Acme", "--update");
  expect(updated.user).toMatchObject({ id: user.id, superuser: true });
  expect(await passwordHash(user.id)).not.toBe(before);
});
