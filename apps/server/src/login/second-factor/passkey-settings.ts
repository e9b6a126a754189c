import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { Refusal } from "../../platform/refusal.ts";
import { readUser } from "../credentials.ts";
import { requireSession, type LoginRequest } from "../request.ts";
import { mailSignInChange } from "../security-mails.ts";
import { auditOwn, endWithLastFactor, hasSecondFactor } from "./factors.ts";
import { listPasskeys, offerPasskey, storePasskey } from "./passkeys.ts";
import { requireProof, type Proof } from "./proof.ts";
import { makeRecoveryCodes } from "./recovery-codes.ts";

const MOST = 20;
const MISSING = new Refusal("not_found", "This passkey is removed already.");

/**
 * Begins to add a passkey for the signed-in person.
 * @throws Refusal `invalid` at `current_password` or `code` when that is wrong, `conflict` above twenty passkeys.
 */
export async function beginPasskey(request: LoginRequest, proof: Proof) {
  const user = await requireProof(request, proof);
  if ((await listPasskeys(request.db, user.id)).length >= MOST)
    throw new Refusal("conflict", `You can have up to ${MOST} passkeys. Remove one first.`);
  return offerPasskey(request, request.db, user, request.clock.now());
}

/**
 * Adds the passkey that the browser made. The first second factor comes with recovery codes, which are shown this once; otherwise
 * none are returned.
 * @throws Refusal `invalid` or `conflict` as `storePasskey`.
 */
export async function addPasskey(
  request: LoginRequest,
  { name, credential }: { name: string; credential: Omit<RegistrationResponseJSON, "clientExtensionResults"> },
): Promise<{ recovery_codes: string[] }> {
  const { db, clock, secrets } = request;
  const { userId } = requireSession(request);
  const user = await readUser(db, userId);
  return db.transaction().execute(async (tx) => {
    const response = { ...credential, clientExtensionResults: {} };
    const isFirst = !(await hasSecondFactor(tx, userId));
    await storePasskey(request, tx, { userId, name, response }, clock.now());
    await auditOwn(request, tx, { user, action: "user.passkey_added", changes: { name } });
    await mailSignInChange(request, tx, userId, "passkey_added");
    return { recovery_codes: isFirst ? await makeRecoveryCodes(tx, secrets, userId, clock.now()) : [] };
  });
}

/** Renames one of the person's passkeys; another person's is answered as a missing one. @throws Refusal not_found */
export async function renamePasskey(request: LoginRequest, { id, name }: { id: number; name: string }) {
  const { db } = request;
  const { userId } = requireSession(request);
  const user = await readUser(db, userId);
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom("login_passkeys")
      .select("name")
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw MISSING;
    if (row.name === name) return;
    await tx.updateTable("login_passkeys").set({ name }).where("id", "=", id).where("user_id", "=", userId).execute();
    await auditOwn(request, tx, { user, action: "user.passkey_renamed", changes: { name: [row.name, name] } });
  });
  return { message: "The name is saved." };
}

/**
 * Removes one of the person's passkeys.
 * @throws Refusal `not_found` for a missing one or another person's, `conflict` for the last factor where an account demands
 *   one, `invalid` at `current_password` or `code` when that is wrong.
 */
export async function removePasskey(request: LoginRequest, { id, ...proof }: Proof & { id: number }) {
  const user = await requireProof(request, proof);
  await request.db.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom("login_passkeys")
      .where("id", "=", id)
      .where("user_id", "=", user.id)
      .returning("name")
      .executeTakeFirst();
    if (!removed) throw MISSING;
    await endWithLastFactor(tx, user.id);
    await auditOwn(request, tx, { user, action: "user.passkey_removed", changes: { name: removed.name } });
    await mailSignInChange(request, tx, user.id, "passkey_removed");
  });
  return { message: "The passkey is removed." };
}
