import { randomBytes } from "node:crypto";
import type { openRtcStream } from "@kinora/media/live/rtc-stream.ts";
import type { Logger } from "../../../platform/log.ts";
import { Refusal } from "../../../platform/refusal.ts";
import type { HostPort } from "../../rtc/host-port.ts";
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
  /** Its ICE user name fragment, which a restart of ICE would change. */
  clientUsername: string | null;
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

  /** Whether a fragment of a session description belongs to the session's ICE, which cannot be restarted. */
  isSameIce(id: string, username: string | null): boolean {
    const known = this.#sessions.get(id)?.clientUsername;
    return username === null || username === known;
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
    const forget = media.add(answered);
    const looking = setInterval(() => {
      const isLate = !hasMedia && this.#now() - begunAt > CONNECT_MS;
      if (isLate || silence.now.ms > SILENCE_MS) this.#end(id, false);
    }, LOOK_MS);
    const close = (clean: boolean): void => {
      clearInterval(looking);
      intake?.end(clean);
      forget();
      answered.close().catch((error: unknown) => log.warn({ err: error }, "WebRTC session not closed"));
    };
    this.#arrivals.admit(id, request.clientIp);
    this.#sessions.set(id, { clientUsername: iceUsername(request.offer), askForKeyFrame, close });
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

/** The ICE user name fragment of a session description or a fragment of one (RFC 8839 §5.4). */
export const iceUsername = (description: string): string | null => /^a=ice-ufrag:(\S+)/m.exec(description)?.[1] ?? null;
