import { insertRow, selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { createPerson } from "../login/person.ts";
import { sharedServices } from "../testing/fixtures.ts";
import { runCommand } from "./testing.ts";
import { userRecover } from "./user-recover.ts";

const services = await sharedServices();

const run = async (...args: string[]) => (await runCommand(userRecover, services, ...args)).lines;

const rowsOf = async (table: "login_totp" | "login_passkeys" | "login_recovery_codes" | "login_sessions", id: number) =>
  (await services.db.selectFrom(table).select("user_id").where("user_id", "=", id).execute()).length;

test("a lost superuser gets a link without second factors, and the audit log names the operator", async () => {
  const { db } = services;
  const root = { email: "root@example.com", password: "violet ladder hums", superuser: true, ownerOf: null };
  const { user } = await createPerson(services, root);
  const [soon, bytes] = [new Date(Date.now() + 60_000), Buffer.from("x")];
  await insertRow(db, "login_totp", { user_id: user.id, secret_sealed: bytes, confirmed_at: new Date() });
  await insertRow(db, "login_recovery_codes", { user_id: user.id, code_hash: bytes });
  await insertRow(db, "login_sessions", { id: bytes, user_id: user.id, expires_at: soon });
  await insertRow(db, "login_passkeys", {
    user_id: user.id,
    credential_id: "x",
    public_key: bytes,
    counter: 0,
    transports: [],
    name: "Key",
  });
  const [link = ""] = await run("Root@example.com");
  expect(link).toMatch(new RegExp(`^${services.config.urls.login}/reset\\?token=[\\w-]{43}$`));
  for (const table of ["login_totp", "login_passkeys", "login_recovery_codes", "login_sessions"] as const)
    expect(await rowsOf(table, user.id), table).toBe(0);
  const line = await selectRow(db, "audit_log", { action: "user.recovered" });
  expect(line).toMatchObject({ actor: { kind: "operator" }, object_id: user.id, object_title: "root@example.com" });
  expect(JSON.stringify(line)).not.toContain(new URL(link).searchParams.get("token"));
});

test("an unknown and a blocked person are named, and nothing changes", async () => {
  await expect(run("nobody@example.com")).rejects.toThrow("No user has the email nobody@example.com.");
  await expect(run()).rejects.toThrow("Name one EMAIL.");
  const person = { email: "gone@example.com", password: "violet ladder hums", superuser: false, ownerOf: null };
  const { user } = await createPerson(services, person);
  await updateRows(services, "users", { id: user.id }, { status: "blocked" });
  await expect(run("gone@example.com")).rejects.toThrow("gone@example.com is blocked. Nothing was changed.");
});
