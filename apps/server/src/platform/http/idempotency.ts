import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { isDatabaseAway } from "../database/database-away.ts";
import type { Chore } from "../jobs/chores.ts";
import { Refusal } from "../refusal.ts";
import { seal, unseal } from "../secrets/sealed.ts";

/** Hours for which a repeated call gets the answer of the first. */
export const KEPT_HOURS = 24;
const KEY_MAX = 255;
const PURPOSE = "idempotent call";

/** The Idempotency-Key of a request, and a way to mark its answer as a repetition. */
export interface IdempotentRequest {
  key: string;
  markReplayed(): void;
}

type Eventual<Result> = Result | PromiseLike<Result>;

/** A call that runs for the first time, or the answer of the first. */
type Call = { kind: "first" } | { kind: "repeated"; answer: unknown };

interface Row {
  is_first: boolean;
  operation: string;
  input_hash: Buffer;
  answer: Buffer | null;
}

/**
 * Reads the header of draft-ietf-httpapi-idempotency-key-header-07, with or without the quotes of a structured field.
 * @throws Refusal `invalid` for a key that is empty, longer than 255 characters or not printable ASCII.
 */
function readIdempotencyKey(header: string): string {
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (/^[\x21-\x7e]+$/.test(key) && key.length <= KEY_MAX) return key;
  const message = `An Idempotency-Key has 1 to ${KEY_MAX} characters of ASCII without spaces, such as a UUID.`;
  throw new Refusal("invalid", message, { fields: { "Idempotency-Key": [message] } });
}

/** The key that a request names, if any. @throws Refusal `invalid` as `readIdempotencyKey` does. */
export function idempotentRequest({ headers }: FastifyRequest, reply: FastifyReply): IdempotentRequest | null {
  const header = headers["idempotency-key"];
  if (typeof header !== "string") return null;
  const markReplayed = () => {
    reply.header("idempotency-replayed", "true");
  };
  return { key: readIdempotencyKey(header), markReplayed };
}

/**
 * Runs a creating call once for each key of a caller: a repetition within 24 hours gets the first answer. Runs after the
 * access check, so that nobody reads an answer they may no longer have.
 * @param operation method and path.
 * @throws Refusal `invalid` when the key was used for another call, `conflict` while the first runs and after it was
 * interrupted: whether it took effect is not known then.
 */
export async function runOnce<Result extends { output: unknown }>(
  context: Context,
  { key, markReplayed }: IdempotentRequest,
  call: { operation: string; input: unknown; run(): Eventual<Result>; repeat(answer: unknown): Eventual<Result> },
): Promise<Result> {
  const caller = nameOf(context);
  if (caller === null) return call.run();
  const keyHash = createHash("sha256").update(key).digest();
  const begun = await begin(context, caller, keyHash, call);
  if (begun.kind === "repeated") {
    markReplayed();
    return call.repeat(begun.answer);
  }
  try {
    const result = await call.run();
    await remember(context, caller, keyHash, result.output);
    return result;
  } catch (problem) {
    // A connection that was lost may have carried the commit: only a person can see whether the call took effect.
    if (!isDatabaseAway(problem)) await forget(context, caller, keyHash);
    throw problem;
  }
}

function nameOf({ caller }: Context): string | null {
  if (caller.kind === "user") return `user ${caller.userId}`;
  return caller.kind === "api_key" ? `key ${caller.keyId}` : null;
}

async function begin(
  { db, clock, secrets }: Context,
  caller: string,
  keyHash: Buffer,
  { operation, input }: { operation: string; input: unknown },
): Promise<Call> {
  const now = clock.now();
  const inputHash = await hashOf(input);
  const { rows } = await sql<Row>`
    with first as (
      insert into idempotent_calls (caller, key_hash, operation, input_hash, created_at)
      values (${caller}, ${keyHash}, ${operation}, ${inputHash}, ${now})
      on conflict (caller, key_hash) do update
        set operation = excluded.operation, input_hash = excluded.input_hash, answer = null, created_at = excluded.created_at
        where idempotent_calls.created_at < ${now}::timestamptz - ${KEPT_HOURS} * interval '1 hour'
      returning true as is_first, operation, input_hash, answer)
    select * from first
    union all
    select false, operation, input_hash, answer from idempotent_calls
    where caller = ${caller} and key_hash = ${keyHash} and not exists (select from first)`.execute(db);
  const [row] = rows;
  if (row?.is_first) return { kind: "first" };
  // Without a row another request inserted its own after this statement began.
  if (row && (row.operation !== operation || !row.input_hash.equals(inputHash)))
    throw new Refusal("invalid", "This Idempotency-Key was used for another request. Send a new key with this one.");
  if (!row?.answer)
    throw new Refusal(
      "conflict",
      "A request with this Idempotency-Key is in progress, or was interrupted. Look whether it took effect before you send it with a new key.",
    );
  return { kind: "repeated", answer: JSON.parse(unseal(secrets.encryptionKey, PURPOSE, row.answer)) };
}

/** Answers of creating calls can hold secrets: they are sealed. Without the answer a repetition is refused, not run. */
async function remember(
  { db, secrets, log }: Context,
  caller: string,
  keyHash: Buffer,
  answer: unknown,
): Promise<void> {
  const sealed = seal(secrets.encryptionKey, PURPOSE, JSON.stringify(answer));
  try {
    await db
      .updateTable("idempotent_calls")
      .set({ answer: sealed })
      .where("caller", "=", caller)
      .where("key_hash", "=", keyHash)
      .execute();
  } catch (error) {
    log.warn({ err: error }, "could not keep the answer of an idempotent call");
  }
}

async function forget({ db, log }: Context, caller: string, keyHash: Buffer): Promise<void> {
  try {
    await db.deleteFrom("idempotent_calls").where("caller", "=", caller).where("key_hash", "=", keyHash).execute();
  } catch (error) {
    log.warn({ err: error }, "could not forget an idempotent call that failed");
  }
}

async function hashOf(input: unknown): Promise<Buffer> {
  const hash = createHash("sha256");
  const files: Blob[] = [];
  hash.update(
    JSON.stringify(input, (_name, value: unknown) => {
      if (!(value instanceof Blob)) return value;
      files.push(value);
      return { file: value.size };
    }) ?? "",
  );
  for (const file of files) hash.update(new Uint8Array(await file.arrayBuffer()));
  return hash.digest();
}

/** Deletes what no repetition can ask for any more. */
export const trimIdempotentCalls: Chore = {
  name: "idempotent-calls.trim",
  does: "Forgets answers that no repeated call can ask for any more.",
  everySeconds: 3_600,
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - KEPT_HOURS * 3_600_000);
    await db.deleteFrom("idempotent_calls").where("created_at", "<", before).execute();
  },
};

/** The header as the OpenAPI document describes it. */
export const IDEMPOTENCY_PARAMETER = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string", maxLength: KEY_MAX },
  description: `A repetition with the same key gets the first answer for ${KEPT_HOURS} hours, and creates nothing a second time.`,
} as const;
