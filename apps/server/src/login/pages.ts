import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { Refusal } from "../platform/refusal.ts";

/** What Vite builds of apps/login. */
const BUILT = fileURLToPath(new URL("../../../login/dist/", import.meta.url));

/** Asks whether to sign out. */
export const SIGN_OUT_PAGE = "/sign-out";
/** Where people set up the second factor that an account demands. */
export const SECOND_FACTOR_PAGE = "/second-factor";

export const PAGES = [
  "/",
  "/login",
  "/register",
  "/activate",
  "/first-run",
  "/forgot",
  "/reset",
  "/profile",
  "/invitation",
  "/confirm",
  "/email-change",
  SIGN_OUT_PAGE,
  SECOND_FACTOR_PAGE,
] as const;

/** Everything loads from this origin; inline scripts do not run, and no page may frame this one. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Headers of everything a person sees on this origin; links in mails carry tokens, so no Referer is ever sent. */
export function pageHeaders(reply: FastifyReply): FastifyReply {
  return reply
    .header("content-security-policy", CONTENT_SECURITY_POLICY)
    .header("referrer-policy", "no-referrer")
    .header("x-frame-options", "DENY")
    .header("cross-origin-opener-policy", "same-origin")
    .header("permissions-policy", "camera=(), geolocation=(), microphone=()")
    .header("cache-control", "no-cache");
}

/** Serves the built pages. All pages are one document; the browser shows the one of its URL. */
export async function servePages(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: `${BUILT}assets`,
    prefix: "/assets/",
    immutable: true,
    maxAge: "365d",
    index: false,
    dotfiles: "deny",
    preCompressed: true,
  });
  for (const path of PAGES) {
    app.get(path, async (_request, reply) =>
      pageHeaders(reply)
        .type("text/html; charset=utf-8")
        .send(await document()),
    );
  }
  for (const file of ["theme.js", "favicon.svg"] as const) {
    app.get(`/${file}`, (_request, reply) => reply.sendFile(file, BUILT));
  }
}

let built: Promise<string> | undefined;

async function document(): Promise<string> {
  built ??= readFile(`${BUILT}index.html`, "utf8");
  try {
    return await built;
  } catch {
    built = undefined;
    throw new Refusal(
      "unavailable",
      "The pages of the login application are not built. Run npm start, or build apps/login.",
    );
  }
}
