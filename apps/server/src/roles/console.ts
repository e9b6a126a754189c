import { fileURLToPath } from "node:url";
import staticFiles from "@fastify/static";
import type { Services } from "../context.ts";
import { EVERYWHERE, listenOnIpv6Too } from "../platform/both-families.ts";
import type { Config } from "../platform/config.ts";
import { createHttpServer } from "../platform/http.ts";
import { REALTIME_KEY } from "../platform/realtime.ts";
import type { RunningRole } from "../platform/running-role.ts";
import { VERSION } from "../platform/version.ts";

const BUILT_CONSOLE = fileURLToPath(new URL("../../../console/dist/", import.meta.url));
const ONE_YEAR_SECONDS = 31_536_000;

/** What the console role needs of the services: it touches neither database nor storage. */
export type ConsoleServices = Pick<Services, "config" | "log">;

/**
 * Serves the built console: files with a hash in their name for good, everything else checked on each visit, and the
 * index page at every path the console itself routes.
 */
export async function createConsoleServer({ config, log }: ConsoleServices, folder = BUILT_CONSOLE) {
  const app = createHttpServer({ name: "console", config, publicUrl: config.urls.console, log, checks: {} });
  const policy = contentSecurityPolicy(config);

  app.addHook("onRequest", async (_request, reply) => {
    reply.headers({
      "content-security-policy": policy,
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
      "x-frame-options": "DENY",
    });
  });

  await app.register(staticFiles, {
    root: folder,
    // At "/" stands the page for visitors; it brings people who are signed in to the console.
    index: ["home.html"],
    // Only files that exist get a route; every other path is a page of the console or nothing.
    wildcard: false,
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
    reply
      .header("cache-control", "no-cache")
      .send({ login_host: config.urls.login, version: VERSION, realtime: { key: REALTIME_KEY } }),
  );

  app.get("/*", (request, reply) => {
    if (isPage(request.url)) return reply.sendFile("index.html");
    reply.header("cache-control", "no-store");
    return reply.callNotFound();
  });
  return app;
}

/** A missing file must answer 404, or the console would take the index page for code. */
function isPage(url: string): boolean {
  const path = url.split("?", 1)[0] ?? "/";
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
  // An account may live in any cell; to a host that is none of them the browser sends nothing.
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
    // A picture of a file that is about to be uploaded.
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

export async function start(services: Services): Promise<RunningRole> {
  const app = await createConsoleServer(services);
  await app.listen({ port: services.config.ports.console, host: EVERYWHERE });
  await listenOnIpv6Too(app.server, EVERYWHERE);
  return { close: () => app.close() };
}
