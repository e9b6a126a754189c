import { email as emailShape } from "@kinora/contract/people/users.ts";
import type { Services } from "../context.ts";
import { audit } from "../platform/events/events.ts";
import { Refusal } from "../platform/refusal.ts";
import { removeFactors } from "./second-factor/factors.ts";
import { endSessions } from "./sessions.ts";
import { createToken } from "./tokens.ts";

/**
 * Lets a person in who has lost every way to sign in: removes their second factors, ends their sessions and makes a link to
 * choose a new password, which works for an hour and once. A second call makes a new link and ends the earlier one.
 * @throws Refusal `not_found` for an unknown email, `conflict` for someone who is blocked or has not activated their sign-in.
 */
export async function recoverPerson(services: Services, address: string): Promise<{ link: string }> {
  const { db, clock, config } = services;
  const parsed = emailShape.safeParse(address);
  const email = parsed.success ? parsed.data : address;
  const token = await db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom("users")
      .select(["id", "email", "status"])
      .where("email", "=", email)
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw new Refusal("not_found", `No user has the email ${email}.`);
    if (user.status !== "active") {
      const why = user.status === "blocked" ? "is blocked" : "has not activated the sign-in yet";
      throw new Refusal("conflict", `${email} ${why}. Nothing was changed.`);
    }
    await removeFactors(tx, user.id);
    await endSessions(tx, user.id);
    await audit(tx, {
      accountId: null,
      projectId: null,
      actor: { kind: "operator" },
      action: "user.recovered",
      objectType: "user",
      objectId: user.id,
      objectTitle: user.email,
    });
    return createToken(tx, "reset", user.id, clock.now());
  });
  return { link: `${config.urls.login}/reset?token=${token}` };
}
