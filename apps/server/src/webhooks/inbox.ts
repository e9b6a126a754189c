import type { IncomingHttpHeaders } from "node:http";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import type { Context, Services } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { range } from "../platform/lists/read-page.ts";
import { missing } from "../platform/nouns/noun.ts";
import { Refusal } from "../platform/refusal.ts";
import { unseal } from "../platform/secrets/sealed.ts";
import { WEBHOOK } from "./service.ts";
import { WEBHOOK_SECRET } from "./signature.ts";

/** Messages that an inbox keeps. */
const KEPT = 100;

/**
 * Keeps what an inbox received, the last `KEPT` messages, and whether its signature is right.
 * @throws Refusal `not_found` when there is no such inbox.
 */
export async function receive(
  services: Services,
  token: string,
  headers: IncomingHttpHeaders,
  body: string,
): Promise<void> {
  const { db, secrets, clock } = services;
  const inbox = await db
    .selectFrom("webhooks")
    .select(["id", "project_id", "secret_sealed"])
    .where("inbox_token", "=", token)
    .executeTakeFirst();
  if (!inbox) throw new Refusal("not_found", "There is no inbox at this address.");
  const secret = unseal(secrets.encryptionKey, WEBHOOK_SECRET, inbox.secret_sealed);
  const received = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]),
  );
  await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto("webhook_inbox")
      .values({
        webhook_id: inbox.id,
        project_id: inbox.project_id,
        received_at: clock.now(),
        headers: JSON.stringify(received),
        body: body.replaceAll("\0", "\uFFFD"),
        problem: problemOf(secret, received, body),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await sql`
      delete from webhook_inbox where webhook_id = ${inbox.id} and id <= (
        select id from webhook_inbox where webhook_id = ${inbox.id} and id < ${id}
        order by id desc ${range({ offset: KEPT - 1, limit: 1 })})`.execute(tx);
  });
}

/** Why a signature is not right, in the words of the library that receivers use; null when it is. */
function problemOf(secret: string, headers: Record<string, string>, body: string): string | null {
  try {
    new Webhook(secret).verify(body, headers, { jsonParse: false });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What the inbox of a webhook received, the newest first. @throws Refusal `not_found`. */
export async function readInbox({ db }: Context, { projectId }: ProjectGrant, webhookId: number) {
  const inbox = await db
    .selectFrom("webhooks")
    .select("id")
    .where("id", "=", webhookId)
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  if (!inbox) throw missing(WEBHOOK);
  return db
    .selectFrom("webhook_inbox")
    .select(["id", "received_at", "headers", "body", "problem"])
    .where("webhook_id", "=", webhookId)
    .orderBy("id", "desc")
    .limit(KEPT)
    .execute();
}
