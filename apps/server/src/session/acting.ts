import type { Tx } from "@kinora/db/connect.ts";
import { ACTING_MINUTES } from "@kinora/domain/people/installation.ts";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/access/caller.ts";
import { audit } from "../platform/events/events.ts";
import type { Chore } from "../platform/jobs/chores.ts";
import { Refusal } from "../platform/refusal.ts";

const NOT_ACTING = { acts_as_user_id: null, acts_reason: null, acts_until: null, acts_writing: false };

/**
 * Makes the session of a superuser that of another person, for an hour. Without `writes` it changes nothing meanwhile.
 * @throws Refusal `conflict` for oneself, another superuser, a person who cannot sign in, and a session that has ended,
 *   `not_found`.
 */
export async function startActing(
  context: Context,
  userId: number,
  { reason, writes }: { reason: string; writes: boolean },
): Promise<void> {
  const { db, caller, clock } = context;
  if (caller.kind !== "user") throw new Refusal("forbidden", "Only superusers can do this.");
  if (caller.userId === userId) throw new Refusal("conflict", "This is you already.");
  const until = new Date(clock.now().getTime() + ACTING_MINUTES * 60_000);
  await db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom("users")
      .select(["email", "status", "superuser"])
      .where("id", "=", userId)
      .forShare()
      .executeTakeFirst();
    if (!person) throw new Refusal("not_found", "There is no such person.");
    if (person.superuser) throw new Refusal("conflict", "Nobody acts as another superuser.");
    if (person.status !== "active") throw new Refusal("conflict", "This person cannot sign in at the moment.");
    const session = await tx
      .updateTable("api_sessions")
      .set({ acts_as_user_id: userId, acts_reason: reason, acts_until: until, acts_writing: writes })
      .where("id", "=", caller.sessionId)
      .where("user_id", "=", caller.userId)
      .returning("user_id")
      .executeTakeFirst();
    if (!session) throw new Refusal("conflict", "This session has ended. Sign in again.");
    const changes = { reason, writes, until: until.toISOString() };
    await audit(tx, { ...about(userId, person.email), actor: actorOf(caller), action: "user.acting_started", changes });
  });
}

/** Ends acting as another person, and notes whether the superuser or the time ended it; a second time changes nothing. */
export async function endActing({ db, caller, clock }: Context): Promise<void> {
  if (caller.kind !== "user" || !caller.acting) return;
  const { superuserId, until } = caller.acting;
  await db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable("api_sessions")
      .set(NOT_ACTING)
      .where("id", "=", caller.sessionId)
      .where("user_id", "=", superuserId)
      .where("acts_as_user_id", "=", caller.userId)
      .returning("id")
      .executeTakeFirst();
    if (ended) await noteEnd(tx, { actor: actorOf(caller), userId: caller.userId, isTime: until <= clock.now() });
  });
}

async function noteEnd(
  tx: Tx,
  { actor, userId, isTime }: { actor: Record<string, unknown>; userId: number; isTime: boolean },
): Promise<void> {
  const { email } = await tx.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirstOrThrow();
  const changes = { by: isTime ? "time" : "superuser" };
  await audit(tx, { ...about(userId, email), actor, action: "user.acting_ended", changes });
}

const about = (userId: number, email: string) => ({
  accountId: null,
  projectId: null,
  objectType: "user",
  objectId: userId,
  objectTitle: email,
});

const AT_ONCE = 100;

/** Ends what its hour has ended, where no request has come since. */
export const endActingByTime: Chore = {
  name: "session.end_acting",
  does: "Ends sessions in which superusers act as other people, after an hour.",
  everySeconds: 60,
  async run({ db, clock }) {
    await db.transaction().execute(async (tx) => {
      const over = await tx
        .selectFrom("api_sessions")
        .select(["id", "user_id", "acts_as_user_id"])
        .where("acts_as_user_id", "is not", null)
        .where("acts_until", "<=", clock.now())
        .limit(AT_ONCE)
        .forUpdate()
        .skipLocked()
        .execute();
      for (const { id, user_id: superuserId, acts_as_user_id: userId } of over) {
        if (userId === null) continue;
        await tx.updateTable("api_sessions").set(NOT_ACTING).where("id", "=", id).execute();
        const actor = { kind: "user", user_id: superuserId, as: "person", as_user_id: userId };
        await noteEnd(tx, { actor, userId, isTime: true });
      }
    });
  },
};
