import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  /** Without a slash at its end. */
  url: string;
  received: Received[];
  /** Answers a request; ends the response, or leaves it open. */
  answer: (response: ServerResponse, request: Received) => void;
  close(): Promise<void>;
}

/** An HTTP server of the test's own that keeps what it receives and answers 204 unless said otherwise. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        const received = { path: request.url ?? "", headers: request.headers, body };
        receiver.received.push(received);
        receiver.answer(response, received);
      },
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: (response) => response.writeHead(204).end(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
