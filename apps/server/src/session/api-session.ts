import { createHash, randomBytes } from "node:crypto";
import type { Tx } from "@kinora/db/connect.ts";
import { idleLimit, SEEN_EVERY_MS } from "@kinora/domain/sessions.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../context.ts";
import type { Caller } from "../platform/caller.ts";
import { readCookie } from "../platform/cookies.ts";
import { checkXsrf, XSRF_COOKIE, xsrfCookie } from "../platform/xsrf.ts";
import { sentApiSession } from "./session-cookie.ts";

const sessionId = (value: string): Buffer => createHash("sha256").update(value).digest();

/**
 * Who a request's session cookie belongs to; nobody when it has none or the session ended anywhere: here, at the login
 * application, by idling, or because the person is blocked. A change has to carry the session's XSRF token; given a
 * reply, the browser gets that token whenever it lacks it.
 * @throws Refusal forbidden for a change without the token, or from a foreign page.
 */
export async function findSessionCaller(
  services: Services,
  request: FastifyRequest,
  reply?: FastifyReply,
): Promise<Caller> {
  const { config, secrets, db, clock } = services;
  const value = sentApiSession(config, request.headers.cookie);
  if (!value) return { kind: "anonymous" };
  const id = sessionId(value);
  const now = clock.now();
  const row = await db
    .selectFrom("api_sessions")
    .innerJoin("login_sessions", "login_sessions.id", "api_sessions.login_session_id")
    .innerJoin("users", "users.id", "api_sessions.user_id")
    .select([
      "api_sessions.user_id",
      "users.superuser",
      "login_sessions.id as login_session_id",
      "login_sessions.last_seen_at",
    ])
    .where("api_sessions.id", "=", id)
    .where("api_sessions.cell", "=", config.cell)
    .where("api_sessions.expires_at", ">", now)
    .where("login_sessions.expires_at", ">", now)
    .where("login_sessions.last_seen_at", ">", idleLimit(now))
    .where("users.status", "=", "active")
    .executeTakeFirst();
  if (!row) return { kind: "anonymous" };

  const token = xsrfCookie(config, secrets, id, readCookie(request.headers.cookie, XSRF_COOKIE));
  if (token && reply) reply.header("set-cookie", token);
  checkXsrf(config, secrets, id, request);
  if (now.getTime() - row.last_seen_at.getTime() > SEEN_EVERY_MS)
    await rememberUse(services, row.login_session_id, row.user_id);
  return { kind: "user", userId: row.user_id, superuser: row.superuser, sessionId: id };
}

async function rememberUse({ db, clock }: Services, loginSessionId: Buffer, userId: number): Promise<void> {
  const now = clock.now();
  await db.updateTable("login_sessions").set({ last_seen_at: now }).where("id", "=", loginSessionId).execute();
  await db.updateTable("users").set({ last_seen_at: now }).where("id", "=", userId).execute();
}

/**
 * Begins a session on this API host that lasts as long as the login session it hangs on; an earlier one of the same
 * browser ends. Returns the cookie's value, which is kept nowhere, or null when the login session is over.
 */
export async function startApiSession(
  { config, clock }: Services,
  tx: Tx,
  identity: { userId: number; loginSessionId: Buffer },
  earlier: string | undefined,
): Promise<{ value: string; id: Buffer } | null> {
  if (earlier) await tx.deleteFrom("api_sessions").where("id", "=", sessionId(earlier)).execute();
  const login = await tx
    .selectFrom("login_sessions")
    .select("expires_at")
    .where("id", "=", identity.loginSessionId)
    .where("user_id", "=", identity.userId)
    .where("expires_at", ">", clock.now())
    .forShare()
    .executeTakeFirst();
  if (!login) return null;
  const value = randomBytes(32).toString("base64url");
  const id = sessionId(value);
  await tx
    .insertInto("api_sessions")
    .values({
      id,
      login_session_id: identity.loginSessionId,
      user_id: identity.userId,
      cell: config.cell,
      created_at: clock.now(),
      expires_at: login.expires_at,
    })
    .execute();
  return { value, id };
}
