import { createHash, randomBytes } from "node:crypto";
import type { Tx } from "@kinora/db/connect.ts";
import { knownPermissions } from "@kinora/domain/people/permissions.ts";
import { idleLimit, SEEN_EVERY_MS } from "@kinora/domain/people/sessions.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Services } from "../context.ts";
import type { Caller, ViewAs } from "../platform/access/caller.ts";
import { lacksFactor, sessionsProvider } from "../platform/access/second-factor.ts";
import { withoutPort } from "../platform/http/client-address.ts";
import { readCookie } from "../platform/http/cookies.ts";
import { checkXsrf, SAFE_METHODS, XSRF_COOKIE, xsrfCookie } from "../platform/http/xsrf.ts";
import { Refusal } from "../platform/refusal.ts";
import { sentApiSession } from "./session-cookie.ts";

const sessionId = (value: string): Buffer => createHash("sha256").update(value).digest();

/**
 * The person of a request's session cookie; anonymous without a cookie or when the session ended: here, at the login
 * application, by inactivity, or because the person is blocked; also while an account demands a second factor that they have
 * not set up, which the login application asks for when the browser arrives there. Unsafe methods need the session's XSRF token; with a
 * reply, the token is sent to browsers that lack it.
 * @throws Refusal forbidden for an unsafe method without the token, or from a foreign origin.
 */
export async function findSessionCaller(
  services: Services,
  request: FastifyRequest,
  reply?: FastifyReply,
): Promise<Caller> {
  const { config, secrets, clock } = services;
  const value = sentApiSession(config, request.headers.cookie);
  if (!value) return { kind: "anonymous" };
  const id = sessionId(value);
  const now = clock.now();
  const row = await findRow(services, id, now);
  if (!row) return { kind: "anonymous" };

  const token = xsrfCookie(config, secrets, id, readCookie(request.headers.cookie, XSRF_COOKIE));
  if (token && reply) reply.header("set-cookie", token);
  checkXsrf(config, secrets, id, request);
  const viewAs = viewAsOf(row);
  if (viewAs) requireReading(request, viewAs.title);
  if (now.getTime() - row.last_seen_at.getTime() > SEEN_EVERY_MS)
    await rememberUse(services, row.login_session_id, row.user_id);
  const acting = actingOf(request, row, now);
  return {
    kind: "user",
    userId: row.user_id,
    superuser: row.superuser,
    ...acting,
    sessionId: id,
    address: withoutPort(request.ip),
    provedAt: row.proved_at,
    factorProvedAt: row.factor_proved_at,
    ...(viewAs ? { viewAs } : {}),
  };
}

/** The session and its person, while both may be used. */
function findRow({ db, config }: Services, id: Buffer, now: Date) {
  return db
    .selectFrom("api_sessions")
    .innerJoin("login_sessions", "login_sessions.id", "api_sessions.login_session_id")
    .innerJoin("users", "users.id", "api_sessions.user_id")
    .leftJoin("users as acted", "acted.id", "api_sessions.acts_as_user_id")
    .leftJoin("roles as viewed", "viewed.id", "api_sessions.view_as_role_id")
    .leftJoin("projects as place", (join) =>
      join.onRef("place.id", "=", "api_sessions.view_as_project_id").on("place.deleted_at", "is", null),
    )
    .select([
      "place.id as view_as_project_id",
      "viewed.id as view_as_role_id",
      "viewed.title as view_as_title",
      "viewed.permissions as view_as_permissions",
      "acted.id as acted_id",
      "acted.status as acted_status",
      "acted.superuser as acted_superuser",
      "api_sessions.acts_reason",
      "api_sessions.acts_until",
      "api_sessions.acts_writing",
      "api_sessions.user_id",
      "users.superuser",
      "login_sessions.id as login_session_id",
      "login_sessions.last_seen_at",
      "login_sessions.proved_at",
      "login_sessions.factor_proved_at",
    ])
    .where("api_sessions.id", "=", id)
    .where("api_sessions.cell", "=", config.cell)
    .where("api_sessions.expires_at", ">", now)
    .where("login_sessions.expires_at", ">", now)
    .where("login_sessions.last_seen_at", ">", idleLimit(now))
    .where("users.status", "=", "active")
    .where(sql<boolean>`not ${lacksFactor(sql.ref("users.id"), sessionsProvider)}`)
    .executeTakeFirst();
}

interface ActingRow {
  acted_id: number | null;
  acted_status: string | null;
  acted_superuser: boolean | null;
  acts_reason: string | null;
  acts_until: Date | null;
  acts_writing: boolean;
  user_id: number;
  superuser: boolean;
}

/**
 * The person that a superuser's session acts as, and a line in the log about the request. After the hour, or when one of the two is
 * no longer who they were, the session does nothing but end that: nobody continues as the superuser unawares.
 * @throws Refusal forbidden for a request that changes something without the right to, and after the end.
 */
function actingOf(request: FastifyRequest, row: ActingRow, now: Date): Partial<Caller & { kind: "user" }> | null {
  const { acted_id: userId, acts_until: until, acts_writing: writes } = row;
  if (userId === null || until === null) return null;
  const { method } = request;
  const path = request.url.split("?")[0] ?? "";
  request.log.info({ superuser: row.user_id, acting_as: userId, method, path }, "a superuser acts as another person");
  const isEnd = method === "DELETE" && path === "/act-as";
  const isOver = until <= now || row.acted_status !== "active" || row.acted_superuser !== false || !row.superuser;
  if (isOver && !isEnd && path !== "/config")
    throw new Refusal("forbidden", "Acting as another person has ended. Load the page again.");
  if (!isOver && !writes && !isEnd && !SAFE_METHODS.has(method))
    throw new Refusal("forbidden", "You are acting as another person, read-only: nothing can be changed.");
  const acting = { superuserId: row.user_id, reason: row.acts_reason ?? "", until: isOver ? now : until, writes };
  return { userId, superuser: false, acting };
}

/** The role a session views a project as; a role or project that was deleted meanwhile ends it. */
function viewAsOf(row: {
  view_as_project_id: number | null;
  view_as_role_id: number | null;
  view_as_title: string | null;
  view_as_permissions: string[] | null;
}): ViewAs | null {
  const { view_as_project_id: projectId, view_as_role_id: roleId } = row;
  if (projectId === null || roleId === null) return null;
  const permissions = knownPermissions(row.view_as_permissions ?? []);
  return { projectId, roleId, title: row.view_as_title ?? "", permissions };
}

/** Refuses to change anything while viewing as a role, except to end it. */
function requireReading({ method, url }: FastifyRequest, title: string): void {
  if (SAFE_METHODS.has(method) || (method === "DELETE" && url.split("?")[0] === "/view-as")) return;
  throw new Refusal("forbidden", `You are viewing as ${title}, and nothing can be changed. Exit the view first.`);
}

async function rememberUse({ db, clock }: Services, loginSessionId: Buffer, userId: number): Promise<void> {
  const now = clock.now();
  await db.updateTable("login_sessions").set({ last_seen_at: now }).where("id", "=", loginSessionId).execute();
  await db.updateTable("users").set({ last_seen_at: now }).where("id", "=", userId).execute();
}

/**
 * Starts a session on this API host that ends with its login session; an earlier one of the same
 * browser ends. Returns the cookie's value, which is not stored, or null when the login session has ended.
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
