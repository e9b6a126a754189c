import {
  MediaStreamTrack,
  RTCRtpCodecParameters,
  RtcpSenderInfo,
  RtcpSrPacket,
  useNACK,
  useOPUS,
  usePLI,
  useTransportWideCC,
  useTWCC,
  type RTCPeerConnection,
  type RTCRtpSender,
  type RtpPacket,
} from "werift";
import {
  answerTaken,
  openLiteAgent,
  takeOffer,
  watchEnd,
  type LiteAnswer,
  type ReachedAddresses,
} from "../rtc/lite-agent.ts";
import { OfferProblem, offerProblem } from "../rtc/offer-problem.ts";
import { h264For } from "./h264-profiles.ts";
import { PICTURE_RATE, rtpTime, SOUND_RATE } from "./viewer-rtp.ts";

const REPORT_MS = 1_000;
/** From 1900, from which NTP counts, to 1970. */
const NTP_SECONDS = 2_208_988_800;
/** Bytes that encryption and the headers of UDP and IP add to a packet. */
const AROUND_BYTES = 10 + 8 + 20;
const RATES = { video: PICTURE_RATE, audio: SOUND_RATE } as const;

/** A kind of media. */
export type ViewerKind = keyof typeof RATES;

/** What a viewer's session depends on. */
export interface ViewerPeerHooks {
  /** The viewer lost a picture, or begins. */
  needsKeyFrame(): void;
  /** The connection ended or failed. Called once. */
  ended(): void;
  /** The publisher's clock at this moment, in milliseconds; null before the first media. */
  mediaMs(): number | null;
}

/** The sending end of a WebRTC session. */
export interface ViewerPeer extends LiteAnswer {
  /** Whether the client is connected and gets media. */
  readonly isConnected: boolean;
  /** Bytes that were sent, with all headers. */
  readonly sentBytes: number;
  /** Sends packets of a picture or of sound; a picture that follows one it did not get waits for a key frame. */
  send(kind: ViewerKind, packets: readonly RtpPacket[], isKey: boolean): void;
  close(): Promise<void>;
}

/** Answers a viewer's offer to receive. @param profile `profile_idc` of the picture. @throws OfferProblem */
export async function answerViewer(
  offer: string,
  reached: ReachedAddresses,
  profile: number,
  hooks: ViewerPeerHooks,
): Promise<ViewerPeer> {
  const parameters = h264For(offer, profile);
  if (parameters === null) throw new OfferProblem("The offer has no H.264 of the picture's profile.");
  const feedback = [useNACK(), usePLI(), useTWCC()];
  const h264 = { mimeType: "video/H264", clockRate: PICTURE_RATE, rtcpFeedback: feedback, parameters };
  const connection = openLiteAgent({
    codecs: { video: [new RTCRtpCodecParameters(h264)], audio: [useOPUS()] },
    headerExtensions: { video: [useTransportWideCC()], audio: [useTransportWideCC()] },
  });
  try {
    await takeOffer(connection, offer, "sendonly");
    const senders = new Map<ViewerKind, ViewerSender>();
    for (const { kind, sender, codecs } of connection.getTransceivers()) {
      if (kind !== "video" && kind !== "audio") continue;
      if (codecs.length === 0 || senders.has(kind)) continue;
      await sender.replaceTrack(new MediaStreamTrack({ kind }));
      senders.set(kind, new ViewerSender(kind, sender));
    }
    if (!senders.has("video")) throw new OfferProblem("The offer has no picture.");
    const answer = await answerTaken(connection, reached);
    return new ConnectedViewer(connection, answer, senders, hooks);
  } catch (error) {
    await connection.close();
    throw offerProblem(error);
  }
}

class ConnectedViewer implements ViewerPeer {
  readonly answer: string;
  readonly username: string;
  readonly password: string;
  readonly agentPort: number;
  readonly #connection: RTCPeerConnection;
  readonly #senders: ReadonlyMap<ViewerKind, ViewerSender>;
  readonly #reporting: NodeJS.Timeout;
  #waitsForKeyFrame = true;
  isConnected = false;

  constructor(
    connection: RTCPeerConnection,
    { answer, username, password, agentPort }: LiteAnswer,
    senders: ReadonlyMap<ViewerKind, ViewerSender>,
    hooks: ViewerPeerHooks,
  ) {
    [this.answer, this.username, this.password, this.agentPort] = [answer, username, password, agentPort];
    this.#connection = connection;
    this.#senders = senders;
    connection.connectionStateChange.subscribe((state) => {
      if (state !== "connected" || this.isConnected) return;
      this.isConnected = true;
      hooks.needsKeyFrame();
    });
    watchEnd(connection, hooks.ended);
    senders.get("video")?.onLoss(() => hooks.needsKeyFrame());
    this.#reporting = setInterval(() => {
      const ms = hooks.mediaMs();
      if (ms !== null && this.isConnected) for (const sender of senders.values()) sender.report(connection, ms);
    }, REPORT_MS);
  }

  get sentBytes(): number {
    return [...this.#senders.values()].reduce((sum, { sentBytes }) => sum + sentBytes, 0);
  }

  send(kind: ViewerKind, packets: readonly RtpPacket[], isKey: boolean): void {
    if (!this.isConnected) return;
    if (kind === "video") this.#waitsForKeyFrame &&= !isKey;
    if (!this.#waitsForKeyFrame) this.#senders.get(kind)?.send(packets);
  }

  async close(): Promise<void> {
    this.isConnected = false;
    clearInterval(this.#reporting);
    await this.#connection.close();
  }
}

/** One track of a viewer. */
class ViewerSender {
  readonly #kind: ViewerKind;
  readonly #sender: RTCRtpSender;
  #packets = 0;
  #octets = 0;
  sentBytes = 0;

  constructor(kind: ViewerKind, sender: RTCRtpSender) {
    this.#kind = kind;
    this.#sender = sender;
    // Its own reports say that what is sent now is of now: sound, which is encoded, would be shown too late.
    sender.runRtcp = () => Promise.resolve();
  }

  onLoss(listener: () => void): void {
    this.#sender.onPictureLossIndication.subscribe(listener);
  }

  send(packets: readonly RtpPacket[]): void {
    for (const packet of packets) {
      this.#packets += 1;
      this.#octets += packet.payload.length;
      this.sentBytes += packet.payload.length + packet.header.serializeSize + AROUND_BYTES;
      // What cannot be sent is lost, as on the network.
      this.#sender.sendRtp(packet).catch(() => undefined);
    }
  }

  /** Says which moment of the track is the present (RFC 3550 §6.4.1), so that picture and sound are shown together. */
  report(connection: RTCPeerConnection, mediaMs: number): void {
    const seconds = Date.now() / 1_000 + NTP_SECONDS;
    const whole = Math.floor(seconds);
    const senderInfo = new RtcpSenderInfo({
      ntpTimestamp: (BigInt(whole) << 32n) | BigInt(Math.floor((seconds - whole) * 2 ** 32)),
      rtpTimestamp: rtpTime(mediaMs, RATES[this.#kind]),
      packetCount: this.#packets % 2 ** 32,
      octetCount: this.#octets % 2 ** 32,
    });
    const report = new RtcpSrPacket({ ssrc: this.#sender.ssrc, senderInfo });
    for (const transport of connection.dtlsTransports) transport.sendRtcp([report]).catch(() => undefined);
  }
}
