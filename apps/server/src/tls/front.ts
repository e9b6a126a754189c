import { Agent, createServer as createPlainServer, type IncomingMessage, type ServerResponse } from "node:http";
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from "node:http2";
import type { Socket } from "node:net";
import { ProxyServer } from "httpxy";
import { certificateNow, type CertificateFiles } from "../platform/http/certificate.ts";
import type { Logger } from "../platform/log.ts";
import { answerPlain, type PlainAnswers } from "./plain-answers.ts";
import type { PublicPlace } from "./public-places.ts";

const HANDSHAKE_MS = 10_000;
const HEADERS_MS = 10_000;
const KEEP_ALIVE_MS = 72_000;
/** Streams of one HTTP/2 connection at the same time (RFC 9113, 6.5.2, recommends no fewer). */
const MOST_STREAMS = 100;
const MOST_CONNECTIONS = 16_000;

type AnyRequest = IncomingMessage | Http2ServerRequest;
type AnyResponse = ServerResponse | Http2ServerResponse;

export interface FrontOptions {
  places: readonly PublicPlace[];
  files: CertificateFiles;
  plain: PlainAnswers;
  log: Logger;
}

/** Speaks TLS, with HTTP/2 and HTTP/1.1, and passes requests and websockets on to the roles. */
export interface Front {
  /** Serves a connection that somebody else accepted. */
  take(socket: Socket, isSecure: boolean): void;
  setCertificate(pair: { cert: Buffer; key: Buffer }): void;
  close(): void;
}

export function createFront({ places, files, plain, log }: FrontOptions): Front {
  const proxy = new ProxyServer<AnyRequest, AnyResponse>();
  // Of one connection only (RFC 9110, 7.6.1): HTTP/2 refuses an answer that has it (RFC 9113, 8.2.2).
  proxy.on("proxyRes", ({ headers }) => delete headers["keep-alive"]);
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });
  const secure = createSecureServer({
    ...certificateNow(files),
    allowHTTP1: true,
    handshakeTimeout: HANDSHAKE_MS,
    minVersion: "TLSv1.2",
    settings: { maxConcurrentStreams: MOST_STREAMS },
  });
  Object.assign(secure, { headersTimeout: HEADERS_MS, requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE_MS });
  const plainServer = createPlainServer({ headersTimeout: HEADERS_MS }, answerPlain(places, plain));
  const sockets = new Set<Socket>();

  secure.on("request", (request, response) => {
    const place = placeOf(places, request);
    if (!place) return refuse(response, 421, "This machine serves no such name.");
    addForwarded(request);
    proxy
      .web(request, response, { target: place.target, agent })
      .catch((error: unknown) => notServed(error, place, response));
  });
  passWebsocketsOn(secure, proxy, places, log);
  // Port scanners cause these.
  secure.on("tlsClientError", (_error: Error, socket: Socket) => {
    socket.destroy();
  });
  secure.on("sessionError", (error) => log.debug({ err: error }, "HTTP/2 session ended"));

  function notServed(error: unknown, { role }: PublicPlace, response: AnyResponse): void {
    // Clients that go away are no failure of the role.
    if (response.destroyed || response.writableEnded) return;
    log.warn({ err: error, role }, "could not pass a request on");
    if (response.headersSent) response.destroy();
    else refuse(response, 503, "This part of Kinora does not answer at the moment. Please try again.", 2);
  }

  return {
    take(socket, isSecure) {
      if (sockets.size >= MOST_CONNECTIONS) {
        socket.destroy();
        return;
      }
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      socket.on("error", () => socket.destroy());
      socket.setNoDelay(true);
      (isSecure ? secure : plainServer).emit("connection", socket);
    },
    setCertificate: (pair) => secure.setSecureContext(pair),
    close() {
      for (const socket of sockets) socket.destroy();
      agent.destroy();
    },
  };
}

function passWebsocketsOn(
  secure: Http2SecureServer,
  proxy: ProxyServer<AnyRequest, AnyResponse>,
  places: readonly PublicPlace[],
  log: Logger,
): void {
  secure.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const place = placeOf(places, request);
    if (!place) {
      socket.destroy();
      return;
    }
    addForwarded(request);
    proxy.ws(request, socket, { target: place.target }, head).catch((error: unknown) => {
      log.warn({ err: error, role: place.role }, "could not pass a websocket on");
      socket.destroy();
    });
  });
}

function placeOf(places: readonly PublicPlace[], { headers, socket }: AnyRequest): PublicPlace | undefined {
  const authority = headers[":authority"] ?? headers.host;
  const host = typeof authority === "string" ? authority.replace(/:\d+$/, "").toLowerCase() : "";
  return places.find(({ hostname, port }) => hostname === host && port === socket.localPort);
}

/** What a client wrote there stays before it, where nobody trusts it. */
function addForwarded({ headers, socket }: AnyRequest): void {
  const earlier = headers["x-forwarded-for"];
  headers["x-forwarded-for"] = [...(earlier === undefined ? [] : [earlier].flat()), socket.remoteAddress].join(", ");
  headers["x-forwarded-proto"] = "https";
}

function refuse(response: AnyResponse, status: number, message: string, retryAfterSeconds?: number): void {
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
  };
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(JSON.stringify({ message, code: status === 421 ? "not_found" : "unavailable" }));
}
