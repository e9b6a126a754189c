import { readdirSync } from "node:fs";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import staticFiles from "@fastify/static";
import type { Services } from "../context.ts";
import type { Config } from "../platform/config.ts";
import { REALTIME_KEY } from "../platform/events/realtime.ts";
import { listenOnIpv6Too } from "../platform/http/both-families.ts";
import { createHttpServer } from "../platform/http/http.ts";
import type { RunningRole } from "../platform/process/running-role.ts";
import { VERSION } from "../platform/process/version.ts";

const BUILT_CONSOLE = fileURLToPath(new URL("../../../console/dist/", import.meta.url));
const ONE_YEAR_SECONDS = 31_536_000;

/** The services of the console role: neither database nor storage. */
export type ConsoleServices = Pick<Services, "config" | "log">;

/**
 * Serves the built console: files with a hash in their name as immutable, the rest revalidated on each visit, and the
 * index page at every path of the console's router.
 */
export async function createConsoleServer({ config, log }: ConsoleServices, folder = BUILT_CONSOLE) {
  const app = createHttpServer({ name: "console", config, publicUrl: config.urls.console, log, checks: {} });
  const policy = contentSecurityPolicy(config);

  app.addHook("onRequest", async (_request, reply) => {
    reply.headers({
      "content-security-policy": policy,
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": "camera=(self), microphone=(self), display-capture=(self), geolocation=(), payment=()",
      "x-frame-options": "DENY",
    });
  });

  await app.register(staticFiles, {
    root: folder,
    // One route for all of a thousand files: making one for each would be a third of the start.
    serve: false,
    preCompressed: true,
    cacheControl: false,
    etag: true,
    lastModified: true,
    setHeaders(reply, path) {
      const hashed = path.includes("/assets/");
      reply.header("cache-control", hashed ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : "no-cache");
    },
  });

  app.get("/runtime.json", (_request, reply) =>
    reply.header("cache-control", "no-cache").send({
      login_host: config.urls.login,
      edge_host: config.urls.edge,
      version: VERSION,
      realtime: { key: REALTIME_KEY },
    }),
  );

  const files = filesIn(folder);
  app.get("/*", (request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "/";
    // The visitors' page, which redirects people who are signed in to the console.
    if (path === "/") return reply.sendFile("home.html");
    if (files.has(path)) return reply.sendFile(path.slice(1));
    if (isPage(path)) return reply.sendFile("index.html");
    reply.header("cache-control", "no-store");
    return reply.callNotFound();
  });
  return app;
}

/** The paths of a build's files; compressed copies are sent in place of them. */
function filesIn(folder: string): ReadonlySet<string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return new Set(names.filter((name) => !/\.(?:br|gz)$/.test(name)).map((name) => `/${name.replaceAll(sep, "/")}`));
}

/** A missing file must be a 404, or the browser would run the index page as a script. */
function isPage(path: string): boolean {
  if (path.startsWith("/assets/")) return false;
  return !/\.(?:js|css|map|json|svg|png|ico|woff2?|txt|webmanifest)$/.test(path);
}

/**
 * What the console's pages may load (CSP Level 3): scripts and styles from here only, nothing inline; calls to the
 * login, API and edge hosts; posters from the edge; players in frames of the edge's own origin.
 */
export function contentSecurityPolicy({ urls, cells }: Pick<Config, "urls" | "cells">): string {
  const origin = (url: string) => new URL(url).origin;
  const [login, edge] = [origin(urls.login), origin(urls.edge)];
  // An account can be in any cell; the browser sends requests to no other host.
  const apis = [...new Set([urls.api, ...Object.values(cells)].map(origin))].flatMap((api) => [
    api,
    api.replace(/^http/, "ws"),
  ]);
  const directives: Record<string, string> = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "font-src": "'self'",
    "img-src": `'self' data: blob: ${login} ${edge}`,
    // A thumbnail of a file that is about to be uploaded.
    "media-src": "blob:",
    "connect-src": `'self' ${login} ${apis.join(" ")} ${edge}`,
    "frame-src": edge,
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}

/** Serves the console on its port, on every interface. @throws Error when the port is taken. */
export async function start(services: Services): Promise<RunningRole> {
  const app = await createConsoleServer(services);
  await app.listen({ port: services.config.ports.console, host: services.config.listenHost });
  await listenOnIpv6Too(app.server, services.config.listenHost);
  return { close: () => app.close() };
}
