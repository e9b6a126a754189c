import type { Server } from "node:http";

/** Listens on a free loopback port and sends the address to the parent process; exits on request. */
export function listen(server: Server, path: string): void {
  server.listen({ port: 0, host: "127.0.0.1" }, () => {
    const address = server.address();
    if (typeof address === "object" && address) process.send?.(`http://127.0.0.1:${address.port}${path}`);
  });
  // The channel closes when the benchmark ends, however it ends.
  for (const event of ["SIGTERM", "disconnect"] as const) process.once(event, () => process.exit(0));
}
