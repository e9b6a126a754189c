import { randomBytes } from "node:crypto";
import type { openRtcStream } from "@kinora/media/live/rtc-stream.ts";
import type { Logger } from "../../../platform/log.ts";
import { Refusal } from "../../../platform/refusal.ts";
import type { HostPort } from "../../rtc/host-port.ts";
import { iceCredentials, iceFragment, iceTag } from "../../rtc/ice-fragments.ts";
import type { IceCredentials } from "../../rtc/lite-agent.ts";
import { refuseOffer } from "../../rtc/offer-problem.ts";
import { Arrivals } from "../arrivals.ts";
import type { Admit, PublishSink } from "../rtmp/session.ts";
import { Silence } from "../silence.ts";
import { RtcIntake } from "./rtc-intake.ts";

/** From the answer to the first packet of media, and the longest silence after it. */
const CONNECT_MS = 30_000;
const SILENCE_MS = 20_000;
const LOOK_MS = 1_000;
const NO_KEY = "The stream key is not accepted.";
const NO_SESSION = "This session does not exist, or has ended.";
const MOST_REASONS = 500;
/** Credentials with which a client is let in: those of its last two restarts. */
const MOST_WAYS = 2;
const REPLACED = "The livestream ended this connection: another publisher has its key, or it was stopped.";
const TOO_MANY = "Too many encoders are connected to this host.";

/** A request to publish by WHIP. */
export interface WhipRequest {
  key: string;
  /** The session description that the client offers. */
  offer: string;
  clientIp: string;
  /** The name of the client's program. */
  encoder: string | null;
}

/** A session that was created. */
export interface WhipCreated {
  /** The secret name of its resource. */
  id: string;
  answer: string;
}

/** What the sessions depend on. */
export interface WhipPort {
  port: HostPort;
  admit: Admit;
  open: typeof openRtcStream;
  log: Logger;
  /** Milliseconds. */
  now?: () => number;
}

interface Session {
  /** The ICE user name fragments of its client, which a restart of ICE changes, and of this host. */
  clientUsername: string | null;
  username: string;
  restart(ice: IceCredentials): Promise<string>;
  askForKeyFrame(): void;
  close(clean: boolean): void;
}

/** The WebRTC sessions of this host's publishers. The library is loaded by the first one. */
export class WhipSessions {
  readonly #port: WhipPort;
  readonly #now: () => number;
  readonly #sessions = new Map<string, Session>();
  readonly #arrivals = new Arrivals();
  /** Why this host ended sessions, by their names. */
  readonly #reasons = new Map<string, string>();

  constructor(port: WhipPort) {
    this.#port = port;
    this.#now = port.now ?? (() => performance.now());
  }

  /** Admits a publisher and answers its offer. @throws Refusal */
  async create(request: WhipRequest): Promise<WhipCreated> {
    const id = randomBytes(24).toString("base64url");
    if (!this.#arrivals.hasRoomFor(request.clientIp)) throw new Refusal("unavailable", TOO_MANY);
    let end: (reason?: string) => void = () => undefined;
    let isClosed = false;
    const silence = new Silence(this.#now);
    const sink = await this.#port.admit({
      key: request.key,
      encoder: request.encoder,
      clientIp: request.clientIp,
      close: (reason) => {
        isClosed = true;
        end(reason);
      },
      silence: () => silence.now,
      askForKeyFrame: () => this.#sessions.get(id)?.askForKeyFrame(),
    });
    if (!sink) throw new Refusal("unauthenticated", NO_KEY);
    if ("refused" in sink) throw new Refusal(sink.isTaken ? "conflict" : "unavailable", sink.refused);
    try {
      const session = await this.#connect(id, request, sink, silence);
      end = (reason) => this.#end(id, false, reason ?? REPLACED);
      if (isClosed) end();
      return session;
    } catch (error) {
      sink.end(false);
      throw error;
    }
  }

  /** @throws Refusal when there is no such session; `gone` with the reason where this host ended it */
  require(id: string): void {
    if (this.#sessions.has(id)) return;
    const reason = this.#reasons.get(id);
    throw reason === undefined ? new Refusal("not_found", NO_SESSION) : new Refusal("gone", reason);
  }

  /** Whether an entity tag is that of the session's ICE (RFC 9725 §4.3.1). @throws Refusal when there is no such session */
  isCurrent(id: string, tag: string): boolean {
    this.require(id);
    return tag === "*" || tag === iceTag(this.#sessions.get(id)?.username ?? "");
  }

  /**
   * Takes a fragment of a session description from a session's client. New credentials restart ICE; returns the answer to them, null
   * where nothing changes. @throws Refusal
   */
  async change(id: string, fragment: string): Promise<string | null> {
    this.require(id);
    const session = this.#sessions.get(id);
    const ice = iceCredentials(fragment);
    // A lite agent has no use for the client's candidates: it answers their checks (RFC 8445 §2.5).
    if (!session || !ice || ice.username === session.clientUsername) return null;
    session.clientUsername = ice.username;
    return session.restart(ice);
  }

  /** Ends a session on request of its client. @throws Refusal when there is none */
  remove(id: string): void {
    this.require(id);
    this.#end(id, true);
  }

  close(): void {
    for (const id of this.#sessions.keys()) this.#end(id, false);
  }

  async #connect(id: string, request: WhipRequest, sink: PublishSink, silence: Silence): Promise<WhipCreated> {
    const { media, reached } = await this.#port.port.open();
    const { answerOffer } = await import("./peer.ts");
    const { log, open } = this.#port;
    let intake: RtcIntake | null = null;
    let hasMedia = false;
    const begunAt = this.#now();
    const hooks = {
      picture: (...unit: Parameters<RtcIntake["picture"]>) => intake?.picture(...unit),
      sound: (...packet: Parameters<RtcIntake["sound"]>) => intake?.sound(...packet),
      heard: () => {
        hasMedia = true;
        silence.heard();
      },
      ended: () => {
        this.#end(id, false);
      },
    };
    const answered = await answerOffer(request.offer, reached, hooks, this.#now).catch((error: unknown) =>
      refuseOffer(error, log),
    );
    const { offers, answer } = answered;
    const askForKeyFrame = () => answered.askForKeyFrame();
    intake = new RtcIntake(sink, offers, { open, log, askForKeyFrame });
    const reachable = [media.add(answered)];
    const looking = setInterval(() => {
      const isLate = !hasMedia && this.#now() - begunAt > CONNECT_MS;
      if (isLate || silence.now.ms > SILENCE_MS) this.#end(id, false);
    }, LOOK_MS);
    const close = (clean: boolean): void => {
      clearInterval(looking);
      intake?.end(clean);
      for (const forget of reachable) forget();
      answered.close().catch((error: unknown) => log.warn({ err: error }, "WebRTC session not closed"));
    };
    this.#arrivals.admit(id, request.clientIp);
    const restart = async (ice: IceCredentials) => {
      const again = await answered.restart(ice).catch((error: unknown) => refuseOffer(error, log));
      session.username = again.username;
      // The way before is kept until the next restart: media comes by it until the client has found another.
      reachable.push(media.add(again));
      if (reachable.length > MOST_WAYS) reachable.shift()?.();
      return iceFragment(again.answer);
    };
    const clientUsername = iceCredentials(request.offer)?.username ?? null;
    const session: Session = { clientUsername, username: answered.username, restart, askForKeyFrame, close };
    this.#sessions.set(id, session);
    return { id, answer };
  }

  /** Ends a session; idempotent. Returns false when there is none. @param reason why this host ended it, for its client. */
  #end(id: string, clean: boolean, reason?: string): boolean {
    const session = this.#sessions.get(id);
    if (!session) return false;
    this.#sessions.delete(id);
    this.#arrivals.leave(id);
    session.close(clean);
    if (reason !== undefined) {
      this.#reasons.set(id, reason);
      const [oldest] = this.#reasons.size > MOST_REASONS ? this.#reasons.keys() : [];
      if (oldest !== undefined) this.#reasons.delete(oldest);
    }
    return true;
  }
}
