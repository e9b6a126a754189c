import { email as emailShape } from "@kinora/contract/people/users.ts";
import type { Tx } from "@kinora/db/connect.ts";
import type { Services } from "../../context.ts";
import { endEverySession, endSessions } from "../../login/sessions.ts";
import { audit } from "../../platform/events/events.ts";
import { Refusal } from "../../platform/refusal.ts";

/*
 * What the operator of the machine does to people without a session: with a shell they need no superuser, who may be the one to keep
 * out.
 */

const operator = { accountId: null, projectId: null, actor: { kind: "operator" } } as const;

/**
 * Blocks a person everywhere: their sessions end with this call, and they cannot sign in. A superuser can be blocked, too, but not the
 * last one.
 * @throws Refusal `not_found` for an unknown email, `conflict` for a person who is blocked and for the last superuser.
 */
export async function blockByOperator({ db }: Services, address: string, reason: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const superusers = await tx
      .selectFrom("users")
      .select("id")
      .where("superuser", "=", true)
      .where("status", "=", "active")
      .orderBy("id")
      .forUpdate()
      .execute();
    const person = await findPerson(tx, address);
    if (person.status === "blocked") throw new Refusal("conflict", `${person.email} is blocked already.`);
    if (person.superuser && !superusers.some(({ id }) => id !== person.id))
      throw new Refusal("conflict", `${person.email} is the last superuser. Make another one first.`);
    await tx.updateTable("users").set({ status: "blocked" }).where("id", "=", person.id).execute();
    await endSessions(tx, person.id);
    const changes = { status: [person.status, "blocked"], reason };
    await audit(tx, { ...operator, ...objectOf(person), action: "user.blocked_everywhere", changes });
  });
}

/** Ends all sessions of a person. @throws Refusal `not_found` for an unknown email. */
export async function signOutByOperator({ db }: Services, address: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const person = await findPerson(tx, address);
    await endSessions(tx, person.id);
    await audit(tx, { ...operator, ...objectOf(person), action: "user.signed_out_everywhere" });
  });
}

/** Ends the sessions of everyone; answers how many there were. */
export async function signEveryoneOut({ db }: Services): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const ended = await endEverySession(tx);
    const object = { objectType: "user", objectId: null, objectTitle: "" };
    await audit(tx, { ...operator, ...object, action: "user.everyone_signed_out", changes: { sessions: ended } });
    return ended;
  });
}

const objectOf = ({ id, email }: { id: number; email: string }) => ({
  objectType: "user",
  objectId: id,
  objectTitle: email,
});

async function findPerson(tx: Tx, address: string) {
  const parsed = emailShape.safeParse(address);
  const email = parsed.success ? parsed.data : address;
  const person = await tx
    .selectFrom("users")
    .select(["id", "email", "status", "superuser"])
    .where("email", "=", email)
    .forUpdate()
    .executeTakeFirst();
  if (!person) throw new Refusal("not_found", `No user has the email ${email}.`);
  return person;
}
