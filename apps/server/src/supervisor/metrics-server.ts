import { timingSafeEqual } from "node:crypto";
import { createServer, type Server } from "node:http";
import { listenOnIpv6Too } from "../platform/http/both-families.ts";
import type { MetricsConfig } from "../platform/settings/metrics.ts";

/**
 * Serves `GET /metrics` as Prometheus text: the metrics of every running role, collected for each request, for callers
 * with the token if one is set. Resolves when the port is open; roles that are down are left out.
 */
export function serveMetrics(
  { host, port, token }: MetricsConfig & { port: number },
  ask: () => Promise<object[]>,
): Promise<Server> {
  const server = createServer((request, response) => {
    if (token !== null && !carries(request.headers.authorization, token)) {
      response
        .writeHead(401, { "content-type": "text/plain", "www-authenticate": "Bearer" })
        .end("Send KINORA_METRICS_TOKEN as a bearer token.\n");
      return;
    }
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404, { "content-type": "text/plain" }).end("Metrics are at /metrics.\n");
      return;
    }
    ask()
      .then(async (answers) => {
        // Most installations are never asked.
        const { AggregatorRegistry } = await import("prom-client");
        const merged = AggregatorRegistry.aggregate(answers);
        const text = await merged.metrics();
        response.writeHead(200, { "content-type": merged.contentType }).end(text);
      })
      .catch((problem: unknown) => {
        response
          .writeHead(500, { "content-type": "text/plain" })
          .end(`${problem instanceof Error ? problem.message : String(problem)}\n`);
      });
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      listenOnIpv6Too(server, host).then(() => resolve(server), reject);
    });
  });
}

// The comparison takes constant time and reveals only the token's length (RFC 6750, section 2.1).
function carries(authorization: string | undefined, token: string): boolean {
  const sent = Buffer.from(/^bearer +(.*)$/i.exec(authorization ?? "")?.[1] ?? "");
  const wanted = Buffer.from(token);
  return sent.length === wanted.length && timingSafeEqual(sent, wanted);
}
