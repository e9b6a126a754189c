import type { Executor, Tx } from "@kinora/db/connect.ts";
import { Secret, TOTP } from "otpauth";
import { seal, unseal } from "../../platform/secrets/sealed.ts";
import type { Secrets } from "../../platform/secrets/secrets.ts";

const PERIOD_SECONDS = 30;
/** Steps before and after the current one whose code is accepted, for clocks that differ (RFC 6238 §5.2). */
const WINDOW_STEPS = 1;
const SECRET_BYTES = 20;

type Key = Pick<Secrets, "encryptionKey">;

const purposeOf = (userId: number): string => `totp of user ${userId}`;

/** What authenticator apps of every maker read: SHA-1, six digits, 30 seconds. */
const totpOf = (secret: Secret, email = ""): TOTP =>
  new TOTP({ issuer: "Kinora", label: email, algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS, secret });

/** Stores a new secret that is not in use until a first code confirms it, and returns it with its URI for an app. */
export async function prepareTotp(
  tx: Executor,
  { encryptionKey }: Key,
  { userId, email }: { userId: number; email: string },
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: SECRET_BYTES });
  const sealed = seal(encryptionKey, purposeOf(userId), secret.base32);
  await tx
    .insertInto("login_totp")
    .values({ user_id: userId, secret_sealed: sealed })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ secret_sealed: sealed, last_step: 0 })
        .where("login_totp.confirmed_at", "is", null),
    )
    .execute();
  return { secret: secret.base32, uri: totpOf(secret, email).toString() };
}

/**
 * Accepts a code of a person's app once: one of a time step that was used already, or of an earlier one, is refused. Of two
 * concurrent calls with one code, one is accepted.
 */
export async function useTotp(
  tx: Executor | Tx,
  { encryptionKey }: Key,
  { userId, code, confirmed }: { userId: number; code: string; confirmed: boolean },
  now: Date,
): Promise<boolean> {
  const row = await tx
    .selectFrom("login_totp")
    .select("secret_sealed")
    .where("user_id", "=", userId)
    .where("confirmed_at", confirmed ? "is not" : "is", null)
    .executeTakeFirst();
  if (!row) return false;
  const secret = Secret.fromBase32(unseal(encryptionKey, purposeOf(userId), row.secret_sealed));
  const delta = totpOf(secret).validate({ token: code, window: WINDOW_STEPS, timestamp: now.getTime() });
  if (delta === null) return false;
  const step = Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
  const used = await tx
    .updateTable("login_totp")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("secret_sealed", "=", row.secret_sealed)
    .where("last_step", "<", step)
    .returning("user_id")
    .executeTakeFirst();
  return used !== undefined;
}
