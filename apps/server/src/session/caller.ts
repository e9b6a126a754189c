import { createHash } from "node:crypto";
import { scopePermissions } from "@kinora/domain/permissions.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../context.ts";
import type { Caller } from "../platform/caller.ts";
import { Refusal } from "../platform/refusal.ts";
import { findSessionCaller } from "./api-session.ts";

const KEY_SHAPE = /^Bearer (vk_live_[A-Za-z0-9_-]{20,100})$/;

/** What is kept of an API key; the key itself is shown once and stored nowhere. */
export const apiKeyHash = (key: string): Buffer => createHash("sha256").update(key).digest();

/**
 * Who a request comes from: an API key when there is an Authorization header, else the session cookie, else nobody.
 * @throws Refusal unauthenticated for a key that is wrong, expired or disabled: falling back to a cookie would hide it.
 */
export async function findCaller(services: Services, request: FastifyRequest, reply?: FastifyReply): Promise<Caller> {
  const header = request.headers.authorization;
  if (header === undefined) return findSessionCaller(services, request, reply);
  const key = KEY_SHAPE.exec(header)?.[1];
  const caller = key ? await findKey(services, key) : null;
  if (!caller) throw new Refusal("unauthenticated", "This API key is not valid.");
  return caller;
}

async function findKey({ db, clock }: Services, key: string): Promise<Caller | null> {
  const row = await db
    .selectFrom("api_keys")
    .innerJoin("projects", "projects.id", "api_keys.project_id")
    .innerJoin("accounts", "accounts.id", "api_keys.account_id")
    .select([
      "api_keys.id",
      "api_keys.project_id",
      "api_keys.account_id",
      "api_keys.scopes",
      "api_keys.expires_at",
      "api_keys.last_used_at",
    ])
    .where("api_keys.key_hash", "=", apiKeyHash(key))
    .where("api_keys.disabled_at", "is", null)
    .where("projects.deleted_at", "is", null)
    .where("accounts.status", "=", "active")
    .executeTakeFirst();
  const now = clock.now();
  if (!row || (row.expires_at && row.expires_at <= now)) return null;
  if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() > 60_000) {
    await db.updateTable("api_keys").set({ last_used_at: now }).where("id", "=", row.id).execute();
  }
  return {
    kind: "api_key",
    keyId: row.id,
    projectId: row.project_id,
    accountId: row.account_id,
    permissions: scopePermissions(row.scopes),
  };
}
