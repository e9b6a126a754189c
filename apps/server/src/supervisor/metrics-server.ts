import { createServer, type Server } from "node:http";
import { AggregatorRegistry } from "prom-client";

/**
 * Serves `GET /metrics` as Prometheus text: what every running role says of itself, gathered anew for each request.
 * Answers when the port is open; a role that is down at that moment is simply not in the answer.
 */
export function serveMetrics(port: number, ask: () => Promise<object[]>): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404, { "content-type": "text/plain" }).end("Metrics are at /metrics.\n");
      return;
    }
    ask()
      .then(async (answers) => {
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
    server.listen(port, () => resolve(server));
  });
}
