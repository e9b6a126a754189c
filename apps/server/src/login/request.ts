import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../context.ts";
import { Refusal } from "../platform/refusal.ts";
import { findOwnCredentials } from "./credentials.ts";
import { isKnownBrowser, knownCookie } from "./known-browsers.ts";
import { isTrustedBrowser, trustBrowser } from "./second-factor/trusted-browsers.ts";
import {
  findSession,
  LONGEST_USER_AGENT,
  sentSession,
  sessionCookie,
  startSession,
  type SignedInBy,
  type LoginSession,
} from "./sessions.ts";

/** One request of the login application's pages: the services, the browser and who is signed in there. */
export interface LoginRequest extends Services {
  session: LoginSession | null;
  ip: string;
  /** The User-Agent header, as far as it is kept. */
  userAgent: string | null;
  requestId: string;
  /** The Cookie header of the browser, and a further Set-Cookie header for it. */
  cookies: string | undefined;
  addCookie(header: string): void;
  /** Signs the browser in and ends its earlier session; says how the person confirmed their identity. */
  signBrowserIn(userId: number, how: SignedInBy): Promise<LoginSession>;
  signBrowserOut(): void;
  /** Whether the person has signed in in this browser before. */
  knowsBrowserOf(person: { id: number; password_hash: string }): boolean;
  /** Makes this browser known as one of a person's. */
  rememberBrowserOf(userId: number): Promise<void>;
  /** Whether the person chose not to be asked for the second factor in this browser. */
  trustsBrowserOf(userId: number): Promise<boolean>;
  trustBrowserOf(userId: number): Promise<void>;
  retryAfter(seconds: number): void;
}

/** Reads the session of a browser. */
export async function readLoginRequest(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<LoginRequest> {
  const { config, db, clock } = services;
  const userAgent = request.headers["user-agent"]?.slice(0, LONGEST_USER_AGENT) ?? null;
  const sent = sentSession(config, request.headers.cookie);
  const rememberBrowserOf = async (userId: number) => {
    const person = await findOwnCredentials(db, userId);
    if (person) reply.header("set-cookie", knownCookie(services, request.headers.cookie, person));
  };
  return {
    ...services,
    session: await findSession(db, sent, clock.now()),
    ip: request.ip,
    userAgent,
    requestId: request.id,
    cookies: request.headers.cookie,
    addCookie(header) {
      reply.header("set-cookie", header);
    },
    async signBrowserIn(userId, how) {
      const value = await startSession(
        db,
        userId,
        { ip: request.ip, userAgent },
        { earlier: sent, ...how },
        clock.now(),
      );
      reply.header("set-cookie", sessionCookie(config, value));
      const session = await findSession(db, value, clock.now());
      if (!session) throw new Refusal("forbidden", "This sign-in is blocked. Ask an owner of your account.");
      await rememberBrowserOf(userId);
      return session;
    },
    knowsBrowserOf: (person) => isKnownBrowser(services, request.headers.cookie, person),
    rememberBrowserOf,
    trustsBrowserOf: (userId) => isTrustedBrowser(db, config, { cookies: request.headers.cookie, userId }, clock.now()),
    async trustBrowserOf(userId) {
      const browser = { cookies: request.headers.cookie, ip: request.ip, userAgent: request.headers["user-agent"] };
      reply.header("set-cookie", await trustBrowser(db, config, { userId, browser }, clock.now()));
    },
    signBrowserOut() {
      reply.header("set-cookie", sessionCookie(config, null));
    },
    retryAfter(seconds) {
      reply.header("retry-after", String(seconds));
    },
  };
}

/** The session of someone who has to be signed in. @throws Refusal unauthenticated */
export function requireSession(request: LoginRequest): LoginSession {
  if (!request.session) throw new Refusal("unauthenticated", "Sign in to continue.");
  return request.session;
}
