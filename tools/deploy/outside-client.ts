import { request as requestPlain, type ClientRequest, type IncomingHttpHeaders } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { request as requestSecure } from "node:https";
import { connect as connectTcp, type LookupFunction } from "node:net";
import { connect as connectTls } from "node:tls";
import { WebSocket } from "ws";

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Question {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

export interface BegunRequest {
  method: string;
  headers: Record<string, string>;
  bodyBytes: number;
  beginning: Buffer;
}

interface Cookie {
  host: string;
  name: string;
  path: string;
  value: string;
}

/** Every name leads to this machine, as the names of a public server do for people outside. */
export const toLoopback: LookupFunction = (_name, options, answer) =>
  options.all ? answer(null, [{ address: "127.0.0.1", family: 4 }]) : answer(null, "127.0.0.1", 4);

/** A client outside: names lead to loopback, it comes from an address of its own, trusts one authority, and keeps cookies. */
export class OutsideClient {
  /** Other than the proxy's, so that a role can tell them apart. */
  static readonly address = "127.0.0.9";
  #cookies: Cookie[] = [];
  readonly #authority: () => string;

  /** @param authority PEM of who signed the certificates, read at each request. */
  constructor(authority: () => string) {
    this.#authority = authority;
  }

  cookie(name: string): string | undefined {
    return this.#cookies.find((cookie) => cookie.name === name)?.value;
  }

  /** Sends a request with the cookies of its host; redirects are not followed. */
  ask(address: string, { method = "GET", headers = {}, body }: Question = {}): Promise<Answer> {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    return new Promise((done, fail) => {
      const sent = this.#request(address, method, { ...length, ...headers });
      sent.once("error", fail);
      sent.once("response", (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("error", fail);
        response.once("end", () => {
          for (const cookie of response.headers["set-cookie"] ?? []) this.#keep(new URL(address), cookie);
          done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
        });
      });
      sent.end(body);
    });
  }

  /** Sends the beginning of a longer body, and nothing more until the connection is broken off. */
  begin(address: string, { method, headers, bodyBytes, beginning }: BegunRequest): Promise<{ breakOff(): void }> {
    return new Promise((done, fail) => {
      const sent = this.#request(address, method, { ...headers, "content-length": String(bodyBytes) });
      sent.once("error", fail);
      sent.once("response", (response) => response.resume());
      sent.write(beginning, () => {
        sent.off("error", fail).on("error", () => undefined);
        done({ breakOff: () => sent.destroy() });
      });
    });
  }

  #request(address: string, method: string, headers: Record<string, string>): ClientRequest {
    const url = new URL(address);
    const request = url.protocol === "https:" ? requestSecure : requestPlain;
    return request(url, {
      ...{ method, lookup: toLoopback, localAddress: OutsideClient.address, ca: this.#authority(), agent: false },
      servername: url.hostname,
      headers: { cookie: this.#cookiesFor(url), ...headers },
    });
  }

  /** Follows redirects, and answers the address that answered none. */
  async follow(address: string): Promise<string> {
    let at = address;
    for (let hop = 0; hop < 12; hop += 1) {
      const { headers } = await this.ask(at);
      if (headers.location === undefined) return at;
      at = new URL(headers.location, at).href;
    }
    throw new Error(`Too many redirects, the last to ${at}.`);
  }

  /** The first message of a websocket, which stays open until `close`. */
  openSocket(address: string, origin: string): Promise<{ first: string; close(): void }> {
    const socket = new WebSocket(address, {
      ...{ lookup: toLoopback, ca: this.#authority(), origin, headers: { cookie: this.#cookiesFor(new URL(address)) } },
    });
    return new Promise((done, fail) => {
      socket.once("error", fail);
      socket.once("message", (data: Buffer) => done({ first: data.toString(), close: () => socket.terminate() }));
    });
  }

  /** A request over HTTP/2 (RFC 9113); @throws Error where the server does not choose it. */
  askHttp2(address: string): Promise<{ status: number; body: string }> {
    const url = new URL(address);
    const session = connectHttp2(url.origin, {
      createConnection: () =>
        connectTls({
          socket: connectTcp(Number(url.port || 443), "127.0.0.1"),
          ...{ servername: url.hostname, ca: this.#authority(), ALPNProtocols: ["h2"] },
        }),
    });
    return new Promise((done, fail) => {
      session.once("error", fail);
      const stream = session.request({ ":path": url.pathname + url.search });
      stream.once("error", fail);
      let [status, body] = [0, ""];
      stream.once("response", (headers) => (status = Number(headers[":status"])));
      stream.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
      stream.once("end", () => {
        session.close();
        done({ status, body });
      });
    });
  }

  #cookiesFor({ hostname, pathname }: URL): string {
    return this.#cookies
      .filter(({ host, path }) => `.${hostname}`.endsWith(`.${host}`) && pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }

  #keep({ hostname }: URL, header: string): void {
    const [pair = "", ...attributes] = header.split(";").map((part) => part.trim());
    const attribute = (name: string) =>
      attributes.find((each) => each.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
    const name = pair.slice(0, pair.indexOf("="));
    const [host, path] = [attribute("domain") ?? hostname, attribute("path") ?? "/"];
    const others = this.#cookies.filter((kept) => kept.host !== host || kept.name !== name || kept.path !== path);
    const isOver = attribute("max-age") === "0" || attribute("expires")?.includes("1970");
    this.#cookies = isOver ? others : [...others, { host, name, path, value: pair.slice(name.length + 1) }];
  }
}
