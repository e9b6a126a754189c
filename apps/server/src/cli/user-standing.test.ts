import { randomBytes } from "node:crypto";
import { insertRow, selectRow, selectRows } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { createPerson } from "../login/person.ts";
import { sharedServices } from "../testing/fixtures.ts";
import type { Command } from "./command.ts";
import { userBlock, userSignOut } from "./user-standing.ts";

const services = await sharedServices();

async function run(command: Command, ...args: string[]): Promise<string> {
  const lines: string[] = [];
  await command.run(
    {
      config: services.config,
      print: (line) => void lines.push(line),
      databaseUrl: async () => services.config.databaseUrl ?? "",
      services: async () => services,
    },
    args,
  );
  return lines.join("\n");
}

/** A person who is signed in. */
async function aPerson(name: string, superuser = false) {
  const email = `${name}@example.com`;
  const person = { email, password: "violet ladder hums", superuser, ownerOf: null };
  const { user } = await createPerson(services, person);
  await insertRow(services, "login_sessions", {
    id: randomBytes(32),
    user_id: user.id,
    expires_at: new Date(Date.now() + 60_000),
  });
  return { id: user.id, email };
}

const sessionsOf = async (userId: number) =>
  (await selectRows(services, "login_sessions", { user_id: userId }, "id")).length;
const statusOf = async (userId: number) => (await selectRow(services, "users", { id: userId }, "status")).status;
const lastLine = (action: string) =>
  services.db
    .selectFrom("audit_log")
    .select(["actor", "object_id", "changes"])
    .where("action", "=", action)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();

test("a blocked person has no session, and the audit log has the operator and the reason", async () => {
  const { id, email } = await aPerson("spammer");
  await expect(run(userBlock, email)).rejects.toThrow("Give a --reason");
  expect(await statusOf(id)).toBe("active");
  expect(await run(userBlock, "Spammer@example.com", "--reason", "Spam")).toContain("is blocked");
  expect([await statusOf(id), await sessionsOf(id)]).toEqual(["blocked", 0]);
  expect(await lastLine("user.blocked_everywhere")).toMatchObject({
    actor: { kind: "operator" },
    object_id: id,
    changes: { status: ["active", "blocked"], reason: "Spam" },
  });
  await expect(run(userBlock, email, "--reason", "Spam")).rejects.toThrow("is blocked already");
  await expect(run(userBlock, "nobody@example.com", "--reason", "Spam")).rejects.toThrow("No user has the email");
});

test("a superuser is blocked while another one is left", async () => {
  const [one, other] = [await aPerson("root-one", true), await aPerson("root-other", true)];
  await run(userBlock, one.email, "--reason", "Stolen laptop");
  expect(await statusOf(one.id)).toBe("blocked");
  await expect(run(userBlock, other.email, "--reason", "Stolen laptop")).rejects.toThrow("is the last superuser");
  expect([await statusOf(other.id), await sessionsOf(other.id)]).toEqual(["active", 1]);
});

test("sessions of one person end, or of everyone", async () => {
  const [one, other] = [await aPerson("left-open"), await aPerson("also-open")];
  expect(await run(userSignOut, one.email)).toBe(`Every session of ${one.email} has ended.`);
  expect([await sessionsOf(one.id), await sessionsOf(other.id)]).toEqual([0, 1]);
  expect(await lastLine("user.signed_out_everywhere")).toMatchObject({
    actor: { kind: "operator" },
    object_id: one.id,
  });
  await expect(run(userSignOut)).rejects.toThrow("Name one EMAIL, or say --everyone.");
  await expect(run(userSignOut, one.email, "--everyone")).rejects.toThrow("Name one EMAIL, or say --everyone.");
  expect(await run(userSignOut, "--everyone")).toMatch(/^\d+ sessions have ended/);
  expect(await sessionsOf(other.id)).toBe(0);
  expect(await lastLine("user.everyone_signed_out")).toMatchObject({ actor: { kind: "operator" }, object_id: null });
  expect(await statusOf(other.id)).toBe("active");
});
