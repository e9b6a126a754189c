import { readIceServers } from "@kinora/domain/live/ice-servers.ts";

/** Time for a connection, and for the first picture. */
const CONNECT_MS = 3_000;
const FIRST_PICTURE_MS = 6_000;
/** The longest time without a picture: longer than from one key frame to the next. */
const STILL_MS = 3_000;
const LOOK_MS = 500;
const SDP = "application/sdp";

/** A livestream that is received over WebRTC. */
export interface WhepView {
  media: MediaStream;
  /** Resolves when nothing is received any more: the server ended it, or the network broke. */
  ended: Promise<void>;
  /** Ends it. Idempotent. */
  close(): void;
}

/**
 * Receives a livestream (draft-ietf-wish-whep). Null when the server refuses, the network lets nothing through, or no picture comes.
 * @param url the WHEP endpoint.
 */
export async function openWhepView(url: string): Promise<WhepView | null> {
  // Some browsers have it switched off.
  if (!("RTCPeerConnection" in globalThis)) return null;
  const connection = new RTCPeerConnection({ bundlePolicy: "max-bundle" });
  const receiving = new Receiving(connection);
  try {
    const offer = await connection.createOffer();
    const headers = { "content-type": SDP };
    const answer = await fetch(url, { method: "POST", headers, body: offer.sdp ?? "" });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
    receiving.session = new URL(answer.headers.get("location") ?? "", answer.url).href;
    // The answer names relays, before addresses are gathered (RFC 9725 §4.6).
    const iceServers = readIceServers(answer.headers.get("link"));
    if (iceServers.length > 0) connection.setConfiguration({ ...connection.getConfiguration(), iceServers });
    await connection.setLocalDescription(offer);
    await connection.setRemoteDescription({ type: "answer", sdp: await answer.text() });
    await receiving.begun();
    return receiving;
  } catch {
    // Whoever cannot watch this way watches the playlists.
    receiving.close();
    return null;
  }
}

class Receiving implements WhepView {
  readonly media = new MediaStream();
  readonly ended: Promise<void>;
  session: string | null = null;
  readonly #connection: RTCPeerConnection;
  readonly #over = Promise.withResolvers<void>();

  constructor(connection: RTCPeerConnection) {
    this.#connection = connection;
    this.ended = this.#over.promise;
    for (const kind of ["video", "audio"]) {
      const { receiver } = connection.addTransceiver(kind, { direction: "recvonly" });
      // As little as the network allows.
      if ("jitterBufferTarget" in receiver) receiver.jitterBufferTarget = 0;
      this.media.addTrack(receiver.track);
    }
    connection.addEventListener("connectionstatechange", () => {
      if (["failed", "closed", "disconnected"].includes(connection.connectionState)) this.close();
    });
  }

  /** Resolves with the first picture. @throws Error when it does not come in time */
  async begun(): Promise<void> {
    const startedAt = performance.now();
    for (;;) {
      const passedMs = performance.now() - startedAt;
      const { connectionState: state } = this.#connection;
      const isLate = passedMs > FIRST_PICTURE_MS || (passedMs > CONNECT_MS && state !== "connected");
      if (isLate || state === "failed" || state === "closed") throw new Error("No picture came.");
      if ((await this.#pictures()) > 0) break;
      await new Promise((wake) => setTimeout(wake, LOOK_MS / 5));
    }
    void this.#watch();
  }

  close(): void {
    this.#connection.close();
    this.#over.resolve();
    const { session } = this;
    this.session = null;
    // A session that is not ended here ends with its lease.
    if (session !== null) fetch(session, { method: "DELETE", keepalive: true }).catch(() => undefined);
  }

  /** Ends it when the picture stands still. */
  async #watch(): Promise<void> {
    let [pictures, movedAt] = [0, performance.now()];
    while (this.session !== null) {
      const now = await this.#pictures();
      if (now !== pictures) [pictures, movedAt] = [now, performance.now()];
      if (performance.now() - movedAt > STILL_MS) return this.close();
      await new Promise((wake) => setTimeout(wake, LOOK_MS));
    }
  }

  /** Pictures that came as a whole. */
  async #pictures(): Promise<number> {
    let pictures = 0;
    for (const one of (await this.#connection.getStats()).values() as Iterable<Record<string, unknown>>)
      if (one["type"] === "inbound-rtp" && one["kind"] === "video") pictures += Number(one["framesDecoded"] ?? 0);
    return pictures;
  }
}
