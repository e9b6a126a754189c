import { request as httpRequest } from "node:http";
import { isIP, Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Services } from "../../context.ts";
import { internalHeaders, isInternal } from "../../platform/secrets/internal-token.ts";
import { ladderCosts, type EncodingCapacity } from "../encoding/capacity.ts";
import { LeftOut, type LeftOutKind } from "../ingest/left-out.ts";
import { publishOver, RestreamProblem, type RtmpPublication } from "../ingest/rtmp/client.ts";
import {
  serveRtmp,
  type Admit,
  type MediaTag,
  type PublishRefused,
  type PublishRequest,
  type PublishSink,
  type SpliceInfo,
} from "../ingest/rtmp/session.ts";
import { spliceMessage, takingSplices } from "../ingest/rtmp/splice-message.ts";
import type { LiveStream } from "../sessions/session-records.ts";
import { hostForPublisher } from "./host-choice.ts";
import { liveHosts } from "./placement.ts";
import { recordFailure, recordLeftOut } from "./session-events.ts";

const PATH = "/live/publish";
const PROTOCOL = "rtmp";
/** The address of a publisher that is handed over. */
const PUBLISHER_HEADER = "x-publisher";
/** Less than an encoder waits before it publishes. */
const CONNECT_MS = 1_500;
const FORBIDDEN = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
const SWITCHING = `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${PROTOCOL}\r\n\r\n`;
const BAD_NAME = "NetStream.Publish.BadName";

/** Hands publishers to the live host that should serve them: this one publishes there what they send. */
export class Handover {
  readonly #services: Services;
  readonly #capacity: EncodingCapacity;

  constructor(services: Services, capacity: EncodingCapacity) {
    this.#services = services;
    this.#capacity = capacity;
  }

  /**
   * Hands a publisher with the key of a stream to another live host, and answers what that does; null for one that stays here, since
   * this host should serve it or the other one is not reached.
   */
  async handOver(request: PublishRequest, stream: LiveStream): Promise<PublishSink | PublishRefused | null> {
    const target = await this.#hostFor(stream);
    if (!target) return null;
    const { log } = this.#services;
    const place = { stream: stream.id, host: target.host };
    try {
      const socket = await this.#connect(target.url, request.clientIp);
      const to = { url: new URL("rtmp://live/live"), key: request.key, program: request.encoder };
      const publication = await publishOver(socket, to);
      log.info({ ...place, ip: request.clientIp }, "publisher handed over to another live host");
      return new HandedOver(this.#services, stream, request, publication);
    } catch (error) {
      if (error instanceof RestreamProblem && error.answer)
        return { refused: error.answer.description, isTaken: error.answer.code === BAD_NAME };
      log.warn({ err: error, ...place }, "publisher not handed over");
      return null;
    }
  }

  /** The other host that should serve a publisher who reached this one; null for this one. */
  async #hostFor(stream: LiveStream): Promise<{ host: string; url: string } | null> {
    const { config } = this.#services;
    const { name } = config.liveHost;
    const hosts = await liveHosts(this.#services);
    const others = hosts.filter(({ host }) => host !== name);
    if (others.length === 0) return null;
    const isPublished = stream.ingest === "connecting" || stream.ingest === "receiving";
    // Where another publisher is connected it is decided which of the two it is.
    if (isPublished && stream.host === name) return null;
    const holder = isPublished && others.find(({ host }) => host === stream.host);
    if (holder) return holder;
    const known = hosts.find(({ host }) => host === name) ?? { draining: false, streams: 0 };
    const here = { ...known, host: name, ...this.#capacity.besides(stream.id) };
    const isWaitedFor = stream.ingest === "lost" && stream.host === name && !here.draining;
    if (isWaitedFor && this.#capacity.hasRoomFor(stream.id, stream.ladder)) return null;
    const chosen = hostForPublisher(here, others, ladderCosts(stream.ladder));
    return others.find(({ host }) => host === chosen) ?? null;
  }

  #connect(url: string, clientIp: string): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const asking = httpRequest(new URL(PATH, url), {
        headers: {
          ...internalHeaders(this.#services.secrets),
          connection: "Upgrade",
          upgrade: PROTOCOL,
          [PUBLISHER_HEADER]: clientIp,
        },
        timeout: CONNECT_MS,
      });
      asking.once("upgrade", (_, socket, head) => {
        socket.setTimeout(0);
        socket.on("error", () => socket.destroy());
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
      });
      asking.once("response", ({ statusCode }) => asking.destroy(new Error(`It answers ${statusCode}.`)));
      asking.once("timeout", () => asking.destroy(new Error("It does not answer.")));
      asking.once("error", reject);
      asking.end();
    });
  }
}

/** A publisher whose media another live host gets. */
class HandedOver implements PublishSink {
  readonly #services: Services;
  readonly #stream: LiveStream;
  readonly #request: PublishRequest;
  readonly #publication: RtmpPublication;
  readonly #leftOut: LeftOut;
  #newest = 0;
  #ended = false;

  constructor(services: Services, stream: LiveStream, request: PublishRequest, publication: RtmpPublication) {
    this.#services = services;
    this.#stream = stream;
    this.#request = request;
    this.#publication = publication;
    this.#leftOut = new LeftOut((sentence) => this.#note(recordLeftOut(services, stream, null, sentence)));
    this.#leftOut.tell();
    this.#note(publication.ended.then((problem) => this.#finish(problem?.answer?.description)));
  }

  write(tag: MediaTag): boolean {
    this.#newest = tag.timestamp;
    return this.#publication.write(tag);
  }

  splice(splice: SpliceInfo, timestamp: number): void {
    this.#publication.write(spliceMessage(splice, timestamp, this.#newest));
  }

  drained(): Promise<void> {
    return this.#publication.drained();
  }

  leaveOut(kind: LeftOutKind, which: { track: number } | { count: number }): void {
    if ("track" in which) this.#leftOut.add(kind, which.track);
    else this.#leftOut.set(kind, which.count);
  }

  reject(reason: string): void {
    if (this.#ended) return;
    this.#note(recordFailure(this.#services, this.#stream, null, reason));
    this.#finish(reason);
  }

  end(): void {
    this.#ended = true;
    this.#publication.close();
  }

  /** Closes both connections; the publisher is sent the reason. */
  #finish(reason?: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#publication.close();
    this.#request.close(reason);
  }

  #note(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#services.log.warn({ err: error }, "handed over publisher not recorded"));
  }
}

/** Takes publishers that other live hosts of the installation hand over, until the server is closed. */
export function takeHandedOver(app: FastifyInstance, { secrets }: Pick<Services, "secrets">, admit: Admit): void {
  const sockets = new Set<Socket>();
  app.server.on("upgrade", ({ url, headers }, socket, head) => {
    const clientIp = headers[PUBLISHER_HEADER];
    const isAsked = url === PATH && headers.upgrade === PROTOCOL && isInternal(secrets, headers.authorization);
    socket.on("error", () => socket.destroy());
    if (!isAsked || typeof clientIp !== "string" || isIP(clientIp) === 0 || !(socket instanceof Socket)) {
      socket.end(FORBIDDEN);
      return;
    }
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    // Sockets of HTTP servers stay half open.
    socket.once("end", () => socket.destroy());
    socket.setTimeout(0);
    socket.write(SWITCHING);
    if (head.length > 0) socket.unshift(head);
    const admitHandedOver: Admit = async (request) => {
      const admitted = await admit({ ...request, handedOver: true });
      return admitted && "write" in admitted ? takingSplices(admitted) : admitted;
    };
    serveRtmp(socket, admitHandedOver, clientIp);
  });
  app.addHook("preClose", async () => {
    for (const socket of sockets) socket.destroy();
  });
}
