import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";

const FILES = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
} as const;

// The page's own script is a file as well, so that the policy needs no inline script.
const START = `SwaggerUIBundle({ url: "/openapi.json", dom_id: "#reference", deepLinking: true, withCredentials: true, validatorUrl: null });`;

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Kinora API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** A page to read /openapi.json with, at /docs. */
export function serveApiDocs(app: FastifyInstance): void {
  app.get("/docs", (_request, reply) =>
    reply
      .header(
        "content-security-policy",
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
      )
      .type("text/html; charset=utf-8")
      .send(PAGE),
  );
  app.get("/docs/start.js", (_request, reply) => reply.type("text/javascript; charset=utf-8").send(START));
  for (const [name, type] of Object.entries(FILES)) {
    const path = fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`));
    app.get(`/docs/${name}`, async (_request, reply) =>
      reply
        .header("cache-control", "public, max-age=86400")
        .type(type)
        .send(await readFile(path)),
    );
  }
}
