import { randomBytes } from "node:crypto";
import type { openViewerStream } from "@kinora/media/live/viewer-stream.ts";
import type { Logger } from "../../platform/log.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { OnAir } from "../host/on-air.ts";
import type { HostPort } from "../rtc/host-port.ts";
import { refuseOffer } from "../rtc/offer-problem.ts";
import { ViewerChannel } from "./viewer-channel.ts";
import type { ViewerPeer } from "./viewer-peer.ts";

/** From the answer to the connection, and how long a session lasts that no edge asks for. */
const CONNECT_MS = 30_000;
const LEASE_MS = 30_000;
const LOOK_MS = 1_000;
const NOT_LIVE = "This livestream cannot be watched over WebRTC now.";
const NO_SESSION = "This session does not exist, or has ended.";
const FULL = "As many viewers as this host serves over WebRTC are watching already.";

/** What the sessions depend on. */
export interface WhepPort {
  port: HostPort;
  /** How many viewers watch at the same time. */
  most: number;
  find(hash: string): Pick<OnAir, "stream" | "shownPublisher"> | undefined;
  open: typeof openViewerStream;
  log: Logger;
}

interface Viewer {
  hash: string;
  begunAt: number;
  askedAt: number;
  peer: ViewerPeer;
  close(): void;
}

/** The WebRTC sessions of this host's viewers. The library is loaded, and a livestream's media read, by the first one. */
export class WhepSessions {
  readonly #port: WhepPort;
  readonly #viewers = new Map<string, Viewer>();
  readonly #channels = new Map<string, Promise<ViewerChannel>>();
  /** The livestreams of viewers whose offers are being answered. */
  readonly #arriving: string[] = [];
  #looking: NodeJS.Timeout | undefined;

  constructor(port: WhepPort) {
    this.#port = port;
  }

  /** Answers the offer of a viewer, whom an edge has admitted. Returns the session's secret name. @throws Refusal */
  async create(hash: string, offer: string): Promise<{ id: string; answer: string }> {
    if (this.#viewers.size + this.#arriving.length >= this.#port.most) throw new Refusal("unavailable", FULL);
    this.#arriving.push(hash);
    try {
      return await this.#connect(hash, offer);
    } finally {
      this.#arriving.splice(this.#arriving.indexOf(hash), 1);
      await this.#leaveEmpty(hash);
    }
  }

  /** Lets the sessions of an edge last. Returns the bytes each was sent; one that is not there any more is left out. */
  keep(hash: string, ids: readonly string[]): Record<string, number> {
    const kept: Record<string, number> = {};
    for (const id of ids) {
      const viewer = this.#viewers.get(id);
      if (viewer?.hash !== hash) continue;
      viewer.askedAt = performance.now();
      kept[id] = viewer.peer.sentBytes;
    }
    return kept;
  }

  /** @throws Refusal when there is no such session */
  require(id: string): void {
    if (!this.#viewers.has(id)) throw new Refusal("not_found", NO_SESSION);
  }

  /** Ends a session. @throws Refusal when there is none */
  remove(id: string): void {
    this.require(id);
    this.#end(id);
  }

  close(): void {
    for (const id of this.#viewers.keys()) this.#end(id);
  }

  async #connect(hash: string, offer: string): Promise<{ id: string; answer: string }> {
    const { port, log } = this.#port;
    const { media, reached } = await port.open();
    const channel = await this.#channel(hash);
    const profile = await channel.profile();
    if (profile === null) throw new Refusal("unavailable", NOT_LIVE);
    const { answerViewer } = await import("./viewer-peer.ts");
    const id = randomBytes(24).toString("base64url");
    const peer = await answerViewer(offer, reached, profile, {
      needsKeyFrame: () => channel.askForKeyFrame(),
      ended: () => this.#end(id),
      mediaMs: () => channel.mediaMs,
    }).catch((error: unknown) => refuseOffer(error, log));
    const forget = media.add(peer);
    const leave = channel.add(peer);
    const close = () => {
      forget();
      leave();
      peer.close().catch((error: unknown) => log.warn({ err: error }, "WebRTC session not closed"));
    };
    const now = performance.now();
    this.#viewers.set(id, { hash, begunAt: now, askedAt: now, peer, close });
    this.#looking ??= setInterval(() => this.#look(), LOOK_MS);
    if (channel.isOver) this.#end(id);
    return { id, answer: peer.answer };
  }

  /** The media of a livestream for its viewers. @throws Refusal where they do not see its publisher now */
  #channel(hash: string): Promise<ViewerChannel> {
    const known = this.#channels.get(hash);
    if (known) return known;
    const onAir = this.#port.find(hash);
    const publisher = onAir?.stream.low_delay ? onAir.shownPublisher : null;
    if (!onAir || !publisher) throw new Refusal("unavailable", NOT_LIVE);
    const isShown = () => onAir.stream.low_delay && onAir.shownPublisher === publisher;
    const ended = () => this.#endAll(hash);
    const { open, log } = this.#port;
    const opening = ViewerChannel.open(publisher, isShown, ended, { open, log });
    this.#channels.set(hash, opening);
    opening.catch(() => this.#channels.delete(hash));
    return opening;
  }

  #look(): void {
    const now = performance.now();
    for (const [id, { begunAt, askedAt, peer }] of this.#viewers)
      if (now - askedAt > LEASE_MS || (!peer.isConnected && now - begunAt > CONNECT_MS)) this.#end(id);
  }

  /** Ends a session; idempotent. */
  #end(id: string): void {
    const viewer = this.#viewers.get(id);
    if (!viewer) return;
    this.#viewers.delete(id);
    viewer.close();
    this.#leaveEmpty(viewer.hash).catch((error: unknown) => this.#port.log.error({ err: error }, "channel not left"));
    if (this.#viewers.size > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }

  /** Stops reading the media of a livestream that nobody watches. */
  async #leaveEmpty(hash: string): Promise<void> {
    const opening = this.#channels.get(hash);
    const channel = await opening?.catch(() => null);
    const isWatched =
      this.#arriving.includes(hash) || [...this.#viewers.values()].some((viewer) => viewer.hash === hash);
    if (!channel || isWatched || this.#channels.get(hash) !== opening) return;
    this.#channels.delete(hash);
    channel.stop();
  }

  #endAll(hash: string): void {
    this.#channels.delete(hash);
    for (const [id, viewer] of this.#viewers) if (viewer.hash === hash) this.#end(id);
  }
}
