import {
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RtcpSrPacket,
  useNACK,
  useOPUS,
  usePLI,
  useTransportWideCC,
  useTWCC,
  useVP8,
  type MediaStreamTrack,
  type RTCRtpTransceiver,
  type RtpPacket,
} from "werift";
import { AccessUnits, type AccessUnit } from "./access-units.ts";
import { RtpOrder } from "./rtp-order.ts";
import { SenderClock } from "./sender-clock.ts";

const LOOPBACK = "127.0.0.1";
/** Between two key frames of a browser, which sends one when asked only: viewers start at them. */
const KEY_FRAME_MS = 2_000;
/** Between two requests after a loss. */
const LEAST_KEY_FRAME_MS = 300;
const PICTURE_RATE = 90_000;
const FEEDBACK = [useNACK(), usePLI(), useTWCC()];

/** The offer cannot be answered; the message is a sentence for users. */
export class OfferProblem extends Error {}

/** Events of a peer, called synchronously. */
export interface PeerHooks {
  picture(unit: AccessUnit, atMs: number): void;
  sound(data: Buffer, atMs: number): void;
  /** A packet with media came. */
  heard(): void;
  /** The connection ended or failed. Called once, not after `close`. */
  ended(): void;
}

/** Where clients reach the media of a peer. */
export interface PeerAddresses {
  addresses: readonly string[];
  port: number;
}

/** The receiving end of a WebRTC session: an ICE lite agent on loopback. */
export interface Peer {
  /** The session description without lines of candidates that only this machine can reach. */
  answer: string;
  offers: { picture: boolean; sound: boolean };
  /** Of its ICE agent. */
  username: string;
  password: string;
  agentPort: number;
  askForKeyFrame(): void;
  close(): Promise<void>;
}

/** Answers an offer to send. @throws OfferProblem */
export async function answerOffer(
  offer: string,
  reached: PeerAddresses,
  hooks: PeerHooks,
  now: () => number,
): Promise<Peer> {
  const connection = new RTCPeerConnection({
    // Without parameters, every profile of H.264 fits.
    codecs: {
      video: [
        new RTCRtpCodecParameters({ mimeType: "video/H264", clockRate: PICTURE_RATE, rtcpFeedback: FEEDBACK }),
        useVP8({ rtcpFeedback: FEEDBACK }),
      ],
      audio: [useOPUS()],
    },
    headerExtensions: { video: [useTransportWideCC()], audio: [useTransportWideCC()] },
    bundlePolicy: "max-bundle",
    // A lite agent asks no server for its address.
    iceLite: true,
    iceServers: [],
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceAdditionalHostAddresses: [LOOPBACK],
    iceInterfaceAddresses: { udp4: LOOPBACK },
  });
  try {
    const tracks = new PeerTracks(hooks, now);
    connection.onTransceiverAdded.subscribe((transceiver) => tracks.receive(transceiver));
    await connection.setRemoteDescription({ type: "offer", sdp: offer });
    // The client begins DTLS: as its client, werift fails when a HelloVerifyRequest comes twice.
    for (const transport of connection.dtlsTransports) transport.role = "server";
    const transceivers = connection.getTransceivers();
    for (const transceiver of transceivers) transceiver.setDirection("recvonly");
    await connection.setLocalDescription(await connection.createAnswer());
    const local = connection.localDescription?.sdp ?? "";
    const sends = (kind: "video" | "audio") =>
      transceivers.some((one) => one.kind === kind && !one.rejected && one.codecs.length > 0);
    const offers = { picture: sends("video"), sound: sends("audio") };
    if (!offers.picture && !offers.sound) throw new OfferProblem("The offer has neither H.264, VP8 nor Opus.");
    watch(connection, hooks);
    return {
      answer: withCandidates(local, reached),
      offers,
      ...agentOf(local),
      askForKeyFrame: () => tracks.askForKeyFrame(),
      close: async () => {
        tracks.close();
        await connection.close();
      },
    };
  } catch (error) {
    await connection.close();
    if (error instanceof OfferProblem) throw error;
    throw new OfferProblem("The offer is not a session description of WebRTC.", { cause: error });
  }
}

function watch(connection: RTCPeerConnection, hooks: PeerHooks): void {
  let isOver = false;
  connection.connectionStateChange.subscribe((state) => {
    if (isOver || (state !== "failed" && state !== "closed" && state !== "disconnected")) return;
    isOver = true;
    hooks.ended();
  });
}

/** The tracks of one peer. */
class PeerTracks {
  readonly #hooks: PeerHooks;
  readonly #now: () => number;
  readonly #clock: SenderClock;
  readonly #timers = new Set<NodeJS.Timeout>();
  #ask: () => void = () => undefined;
  #askedAt = -Infinity;

  constructor(hooks: PeerHooks, now: () => number) {
    this.#hooks = hooks;
    this.#now = now;
    this.#clock = new SenderClock(now);
  }

  receive(transceiver: RTCRtpTransceiver): void {
    transceiver.onTrack.subscribe((track) => {
      if (track.kind === "video") this.#picture(transceiver, track);
      else this.#sound(track);
    });
  }

  askForKeyFrame(): void {
    if (this.#now() - this.#askedAt < LEAST_KEY_FRAME_MS) return;
    this.#askedAt = this.#now();
    this.#ask();
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  #picture(transceiver: RTCRtpTransceiver, track: MediaStreamTrack): void {
    const clock = this.#clock.track(PICTURE_RATE);
    let ssrc: number | null = null;
    let codec: string | null = null;
    const lossy = () => this.askForKeyFrame();
    const take = (unit: AccessUnit) => this.#hooks.picture(unit, clock.at(unit.timestamp));
    let units: AccessUnits | null = null;
    const order = new RtpOrder<RtpPacket>((packet, isAfterLoss) => units?.take(packet, isAfterLoss), this.#now);
    this.#ask = () => {
      // Asked again a moment later, should this one not be sent.
      if (ssrc !== null) transceiver.receiver.sendRtcpPLI(ssrc).catch(() => undefined);
    };
    this.#timers.add(setInterval(() => this.askForKeyFrame(), KEY_FRAME_MS));
    track.onReceiveRtp.subscribe((packet) => {
      this.#hooks.heard();
      const { payloadType } = packet.header;
      const name = transceiver.codecs.find((one) => one.payloadType === payloadType)?.name.toLowerCase() ?? null;
      if (name !== codec) {
        codec = name;
        units = name === "h264" || name === "vp8" ? new AccessUnits(name, take, lossy) : null;
      }
      if (ssrc === null) {
        ssrc = packet.header.ssrc;
        this.askForKeyFrame();
      }
      order.take(packet);
    });
    listenToReports(track, clock);
  }

  #sound(track: MediaStreamTrack): void {
    const clock = this.#clock.track(48_000);
    const take = ({ header, payload }: RtpPacket) => {
      if (payload.length > 0) this.#hooks.sound(payload, clock.at(header.timestamp));
    };
    const order = new RtpOrder<RtpPacket>(take, this.#now);
    track.onReceiveRtp.subscribe((packet) => {
      this.#hooks.heard();
      order.take(packet);
    });
    listenToReports(track, clock);
  }
}

function listenToReports(track: MediaStreamTrack, clock: ReturnType<SenderClock["track"]>): void {
  track.onReceiveRtcp.subscribe((packet) => {
    if (!(packet instanceof RtcpSrPacket)) return;
    const { ntpTimestamp, rtpTimestamp } = packet.senderInfo;
    // 32 bits of seconds and 32 of their fraction (RFC 3550 §4).
    clock.report(Number(ntpTimestamp) * (1_000 / 2 ** 32), rtpTimestamp);
  });
}

/** The answer with the addresses at which clients reach the media. All are known: none follows. */
function withCandidates(answer: string, { addresses, port }: PeerAddresses): string {
  const lines = addresses.map((address, at) => {
    // Host candidates, in the order of preference (RFC 8445 §5.1.2).
    const priority = 126 * 2 ** 24 + (65_535 - at) * 2 ** 8 + 255;
    return `a=candidate:${at + 1} 1 udp ${priority} ${address} ${port} typ host`;
  });
  return answer
    .split("\r\n")
    .filter((line) => !line.startsWith("a=candidate:") && line !== "a=end-of-candidates")
    .flatMap((line) => (line.startsWith("a=ice-pwd:") ? [line, ...lines, "a=end-of-candidates"] : [line]))
    .join("\r\n");
}

/** The ICE agent of a local description. @throws OfferProblem when it has none */
function agentOf(answer: string): Pick<Peer, "username" | "password" | "agentPort"> {
  const username = /^a=ice-ufrag:(\S+)/m.exec(answer)?.[1];
  const password = /^a=ice-pwd:(\S+)/m.exec(answer)?.[1];
  const agentPort = /^a=candidate:\S+ 1 udp \d+ 127\.0\.0\.1 (\d+) /im.exec(answer)?.[1];
  if (!username || !password || !agentPort) throw new OfferProblem("The offer has no media.");
  return { username, password, agentPort: Number(agentPort) };
}
