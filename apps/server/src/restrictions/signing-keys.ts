import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { Tx } from "@kinora/db/connect.ts";
import type { SigningAlgorithm } from "@kinora/db/schema-restrictions.ts";
import { SIGNING_KEYS_MAX } from "@kinora/domain/restrictions/policy.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { SIGNING_SECRET } from "../platform/access/viewer-token.ts";
import { record } from "../platform/events/record.ts";
import { Refusal } from "../platform/refusal.ts";
import { seal, unseal } from "../platform/secrets/sealed.ts";

const COLUMNS = ["id", "kid", "algorithm", "created_at", "last_used_at", "expires_at", "revoked_at"] as const;
const SECRET_BYTES = 32;
const LISTED = 100;

interface KeyRow {
  expires_at: Date | null;
  revoked_at: Date | null;
}

/** The newest 100 signing keys of a project. */
export async function listSigningKeys({ db, clock }: Context, projectId: number) {
  const rows = await db
    .selectFrom("signing_keys")
    .select(COLUMNS)
    .where("project_id", "=", projectId)
    .orderBy("id", "desc")
    .limit(LISTED)
    .execute();
  return rows.map((row) => present(row, clock.now()));
}

/**
 * Creates a signing key. Of EdDSA only the public key is stored: the private key is in this answer alone.
 * @throws Refusal `conflict` at 20 keys that are not revoked.
 */
export async function createSigningKey(context: Context, grant: ProjectGrant, algorithm: SigningAlgorithm) {
  return context.db.transaction().execute((tx) => insertKey(context, tx, grant, algorithm));
}

/**
 * Creates a key of the same kind in a key's place; the old one verifies for `validMinutes` more, and never
 * longer than before.
 * @throws Refusal `not_found`, or `conflict` for a key that is revoked or has ended, and at 20 keys.
 */
export async function rotateSigningKey(context: Context, grant: ProjectGrant, id: number, validMinutes: number) {
  return context.db.transaction().execute(async (tx) => {
    const old = await lockKey(tx, grant, id);
    if (old.revoked_at !== null) throw new Refusal("conflict", "This key is revoked. Create another one.");
    const now = context.clock.now();
    if (old.expires_at !== null && old.expires_at <= now)
      throw new Refusal("conflict", "This key has ended. Create another one.");
    const created = await insertKey(context, tx, grant, old.algorithm);
    const asked = new Date(now.getTime() + validMinutes * 60_000);
    // A rotation ends a key sooner at most: one that leaked is not given more time.
    const expiresAt = old.expires_at !== null && old.expires_at < asked ? old.expires_at : asked;
    await tx
      .updateTable("signing_keys")
      .set({ expires_at: expiresAt })
      .where("id", "=", id)
      .where("project_id", "=", grant.projectId)
      .execute();
    const object = { type: "signing_key" as const, id, title: old.kid };
    const changes = { expires_at: [old.expires_at, expiresAt], replaced_by: created.data.kid };
    await record(context, tx, grant, { action: "signing_key.rotated", object, changes });
    return created;
  });
}

/** Shows the secret of an HS256 key; the audit log keeps who saw it. @throws Refusal `not_found`, or `conflict` for EdDSA. */
export async function revealSigningKey(context: Context, grant: ProjectGrant, id: number): Promise<string> {
  return context.db.transaction().execute(async (tx) => {
    const { kid, secret } = await lockKey(tx, grant, id);
    if (secret === null)
      throw new Refusal("conflict", "Kinora keeps only the public half of this key. Rotate it to get another one.");
    const object = { type: "signing_key" as const, id, title: kid };
    await record(context, tx, grant, { action: "signing_key.revealed", object });
    return unseal(context.secrets.encryptionKey, SIGNING_SECRET, secret);
  });
}

/** Revokes a key: no edge accepts its tokens after two seconds. Idempotent. @throws Refusal `not_found`. */
export async function revokeSigningKey(context: Context, grant: ProjectGrant, id: number) {
  return context.db.transaction().execute(async (tx) => {
    const before = await lockKey(tx, grant, id);
    const now = context.clock.now();
    if (before.revoked_at !== null) return present(before, now);
    const row = await tx
      .updateTable("signing_keys")
      .set({ revoked_at: sql`now()` })
      .where("id", "=", id)
      .where("project_id", "=", grant.projectId)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    const object = { type: "signing_key" as const, id, title: row.kid };
    await record(context, tx, grant, { action: "signing_key.revoked", object });
    return present(row, now);
  });
}

async function insertKey(context: Context, tx: Tx, grant: ProjectGrant, algorithm: SigningAlgorithm) {
  await refuseTooMany(tx, grant);
  const { stored, secret } = algorithm === "HS256" ? newSecret(context) : newKeyPair();
  const { caller } = context;
  const row = await tx
    .insertInto("signing_keys")
    .values({
      project_id: grant.projectId,
      account_id: grant.accountId,
      kid: `sk_${randomBytes(9).toString("base64url")}`,
      algorithm,
      ...stored,
      created_by: caller.kind === "user" ? caller.userId : null,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  const object = { type: "signing_key" as const, id: row.id, title: row.kid };
  await record(context, tx, grant, { action: "signing_key.created", object, changes: { algorithm } });
  return { data: present(row, context.clock.now()), secret };
}

function newSecret({ secrets }: Context) {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  return { stored: { secret: seal(secrets.encryptionKey, SIGNING_SECRET, secret), public_key: null }, secret };
}

function newKeyPair() {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519", {
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return { stored: { secret: null, public_key: publicKey }, secret: privateKey };
}

async function refuseTooMany(tx: Tx, { projectId }: ProjectGrant): Promise<void> {
  await tx.selectFrom("projects").select("id").where("id", "=", projectId).forNoKeyUpdate().executeTakeFirstOrThrow();
  const { count } = await tx
    .selectFrom("signing_keys")
    .select((query) => query.fn.countAll<number>().as("count"))
    .where("project_id", "=", projectId)
    .where("revoked_at", "is", null)
    .where((query) => query.or([query("expires_at", "is", null), query("expires_at", ">", sql<Date>`now()`)]))
    .executeTakeFirstOrThrow();
  if (Number(count) >= SIGNING_KEYS_MAX)
    throw new Refusal(
      "conflict",
      `A project can have up to ${SIGNING_KEYS_MAX} active signing keys. Revoke one first.`,
    );
}

async function lockKey(tx: Tx, { projectId }: ProjectGrant, id: number) {
  const row = await tx
    .selectFrom("signing_keys")
    .select([...COLUMNS, "secret"])
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal("not_found", "This signing key does not exist or belongs to another project.");
  return row;
}

function present<Row extends KeyRow>(row: Row, now: Date) {
  const { expires_at: expires, revoked_at: revoked } = row;
  const state: "active" | "expiring" | "revoked" =
    revoked !== null || (expires !== null && expires <= now) ? "revoked" : expires === null ? "active" : "expiring";
  return { ...row, state };
}
