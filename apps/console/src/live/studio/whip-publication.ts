import { readIceServers } from "@kinora/domain/live/ice-servers.ts";
import { restartIce } from "./ice-restart.ts";

/** How a publication stands. */
export type PublicationState = "connecting" | "live" | "reconnecting" | "ended";

/** What a publication sends, and where to. */
export interface PublicationOptions {
  /** The WHIP endpoint. */
  url: string;
  key: string;
  stream: MediaStream;
  /** `problem` is a sentence of the server; null where it was not reached. */
  onState(state: PublicationState, problem?: string | null): void;
}

/** Kilobits per second of 720p with motion. */
const MOST_KBPS = 4_000;
/** How long a connection may be interrupted before another way is looked for, and how long that may take. */
const PATIENCE_MS = 1_000;
const RESTART_MS = 10_000;
const SLOWEST_RETRY_MS = 8_000;
/** Answers that another try changes: overloaded, unreachable, or the session before has not ended yet. */
const isPassing = (status: number): boolean => status >= 500 || status === 409 || status === 429;
const SDP = "application/sdp";

/** Sends a stream of a browser to a livestream by WHIP (RFC 9725), and connects again when the network fails. */
export class WhipPublication {
  readonly #options: PublicationOptions;
  #stream: MediaStream;
  #connection: RTCPeerConnection | null = null;
  /** The session's address. */
  #session: string | null = null;
  #wasLive = false;
  #isOver = false;
  #isRestarting = false;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PublicationOptions) {
    this.#options = options;
    this.#stream = options.stream;
    void this.#connect();
  }

  /** Sends the tracks of another stream. A kind of track that was not sent before begins with a new session. */
  async replace(stream: MediaStream): Promise<void> {
    this.#stream = stream;
    const senders = this.#connection?.getSenders() ?? [];
    const tracks = stream.getTracks();
    const kindOf = ({ track }: RTCRtpSender) => track?.kind;
    const isSame =
      tracks.length === senders.length && tracks.every(({ kind }) => senders.some((one) => kindOf(one) === kind));
    if (!isSame) return this.#again(0);
    await Promise.all(
      tracks.map(async (track) => senders.find((sender) => kindOf(sender) === track.kind)?.replaceTrack(track)),
    );
  }

  /** Ends the session. Idempotent; also works while the page is closed. */
  stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#disconnect();
  }

  #disconnect(): void {
    const session = this.#session;
    this.#session = null;
    this.#connection?.close();
    this.#connection = null;
    // A session that is not ended here ends by its silence.
    if (session !== null) fetch(session, { method: "DELETE", keepalive: true }).catch(() => undefined);
  }

  async #connect(): Promise<void> {
    this.#options.onState(this.#wasLive ? "reconnecting" : "connecting");
    const connection = new RTCPeerConnection({ bundlePolicy: "max-bundle" });
    this.#connection = connection;
    try {
      for (const track of this.#stream.getTracks()) addTrack(connection, track, this.#stream);
      const offer = await connection.createOffer();
      const answer = await fetch(this.#options.url, {
        method: "POST",
        headers: { "content-type": SDP, authorization: `Bearer ${this.#options.key}` },
        body: offer.sdp ?? "",
      });
      if (!answer.ok) return await this.#refused(answer, connection);
      const session = new URL(answer.headers.get("location") ?? "", this.#options.url).href;
      if (this.#connection !== connection) {
        fetch(session, { method: "DELETE", keepalive: true }).catch(() => undefined);
        return;
      }
      this.#session = session;
      this.#watch(connection);
      // The answer names relays, before addresses are gathered (RFC 9725 §4.6).
      const iceServers = readIceServers(answer.headers.get("link"));
      if (iceServers.length > 0) connection.setConfiguration({ ...connection.getConfiguration(), iceServers });
      await connection.setLocalDescription(offer);
      await connection.setRemoteDescription({ type: "answer", sdp: await answer.text() });
    } catch {
      if (this.#connection !== connection) return;
      if (this.#wasLive) this.#retry();
      else this.#end(null);
    }
  }

  async #refused(answer: Response, connection: RTCPeerConnection): Promise<void> {
    const said: unknown = await answer.json().catch(() => null);
    if (this.#connection !== connection) return;
    if (this.#wasLive && isPassing(answer.status)) return this.#retry();
    this.#end(typeof said === "object" && said !== null && "message" in said ? String(said.message) : null);
  }

  #watch(connection: RTCPeerConnection): void {
    connection.addEventListener("connectionstatechange", () => {
      if (this.#connection !== connection) return;
      clearTimeout(this.#timer);
      const { connectionState: state } = connection;
      if (state === "connected") {
        this.#wasLive = true;
        this.#tries = 0;
        this.#options.onState("live");
      } else if (state === "disconnected") this.#timer = setTimeout(() => void this.#lost(connection), PATIENCE_MS);
      else if (state === "failed" || state === "closed") void this.#lost(connection);
    });
  }

  /** Looks for another way to the server, which says so where it ended the session. Where none is found, another session is begun. */
  async #lost(connection: RTCPeerConnection): Promise<void> {
    const session = this.#session;
    if (this.#isRestarting || session === null) return;
    this.#isRestarting = true;
    this.#options.onState("reconnecting");
    const answer = await restartIce(connection, session).catch(() => null);
    this.#isRestarting = false;
    if (this.#isOver || session !== this.#session) return;
    if (answer === "restarted") {
      clearTimeout(this.#timer);
      // The way may have been found before the answer was read.
      if (connection.connectionState === "connected") this.#options.onState("live");
      else this.#timer = setTimeout(() => this.#retry(), RESTART_MS);
      return;
    }
    if (answer?.status !== 410) return this.#retry();
    this.#session = null;
    const said: unknown = await answer.json().catch(() => null);
    this.#end(typeof said === "object" && said !== null && "message" in said ? String(said.message) : null);
  }

  #retry(): void {
    this.#tries += 1;
    this.#again(Math.min(SLOWEST_RETRY_MS, 500 * 2 ** this.#tries));
  }

  #again(afterMs: number): void {
    if (this.#isOver) return;
    this.#disconnect();
    this.#options.onState(this.#wasLive ? "reconnecting" : "connecting");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#connect(), afterMs);
  }

  #end(problem: string | null): void {
    if (this.#isOver) return;
    this.stop();
    this.#options.onState("ended", problem);
  }
}

/** H.264 first: it is not encoded again on the server. */
function addTrack(connection: RTCPeerConnection, track: MediaStreamTrack, stream: MediaStream): void {
  const isVideo = track.kind === "video";
  const transceiver = connection.addTransceiver(track, {
    direction: "sendonly",
    streams: [stream],
    ...(isVideo && { sendEncodings: [{ maxBitrate: MOST_KBPS * 1_000 }] }),
  });
  const codecs = isVideo ? (RTCRtpSender.getCapabilities("video")?.codecs ?? []) : [];
  const of = (name: string) => codecs.filter(({ mimeType }) => mimeType.toLowerCase() === `video/${name}`);
  const wanted = [...of("h264"), ...of("vp8")];
  if (wanted.length > 0) transceiver.setCodecPreferences(wanted);
}
