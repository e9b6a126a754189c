import {
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
import {
  answerTaken,
  openLiteAgent,
  restartIce,
  takeOffer,
  watchEnd,
  type IceCredentials,
  type LiteAnswer,
  type ReachedAddresses,
} from "../../rtc/lite-agent.ts";
import { OfferProblem, offerProblem } from "../../rtc/offer-problem.ts";
import { AccessUnits, type AccessUnit } from "./access-units.ts";
import { RtpOrder } from "./rtp-order.ts";
import { SenderClock } from "./sender-clock.ts";

/** Between two key frames of a browser, which sends one when asked only: viewers start at them. */
const KEY_FRAME_MS = 2_000;
/** Between two requests after a loss. */
const LEAST_KEY_FRAME_MS = 300;
const PICTURE_RATE = 90_000;
const FEEDBACK = [useNACK(), usePLI(), useTWCC()];

/** Events of a peer, called synchronously. */
export interface PeerHooks {
  picture(unit: AccessUnit, atMs: number): void;
  sound(data: Buffer, atMs: number): void;
  /** A packet with media came. */
  heard(): void;
  /** The connection ended or failed. Called once, not after `close`. */
  ended(): void;
}

/** The receiving end of a WebRTC session. */
export interface Peer extends LiteAnswer {
  offers: { picture: boolean; sound: boolean };
  askForKeyFrame(): void;
  /** Goes on with a client whose network changed. @throws OfferProblem */
  restart(ice: IceCredentials): Promise<LiteAnswer>;
  close(): Promise<void>;
}

/** Answers an offer to send. @throws OfferProblem */
export async function answerOffer(
  offer: string,
  reached: ReachedAddresses,
  hooks: PeerHooks,
  now: () => number,
): Promise<Peer> {
  const connection = openLiteAgent({
    // Without parameters, every profile of H.264 fits.
    codecs: {
      video: [
        new RTCRtpCodecParameters({ mimeType: "video/H264", clockRate: PICTURE_RATE, rtcpFeedback: FEEDBACK }),
        useVP8({ rtcpFeedback: FEEDBACK }),
      ],
      audio: [useOPUS()],
    },
    headerExtensions: { video: [useTransportWideCC()], audio: [useTransportWideCC()] },
  });
  try {
    const tracks = new PeerTracks(hooks, now);
    connection.onTransceiverAdded.subscribe((transceiver) => tracks.receive(transceiver));
    await takeOffer(connection, offer, "recvonly");
    const answer = await answerTaken(connection, reached);
    const transceivers = connection.getTransceivers();
    const sends = (kind: "video" | "audio") =>
      transceivers.some((one) => one.kind === kind && !one.rejected && one.codecs.length > 0);
    const offers = { picture: sends("video"), sound: sends("audio") };
    if (!offers.picture && !offers.sound) throw new OfferProblem("The offer has neither H.264, VP8 nor Opus.");
    watchEnd(connection, hooks.ended);
    return {
      ...answer,
      offers,
      askForKeyFrame: () => tracks.askForKeyFrame(),
      restart: (ice) =>
        restartIce(connection, offer, ice, reached).catch((error: unknown) => {
          throw offerProblem(error);
        }),
      close: async () => {
        tracks.close();
        await connection.close();
      },
    };
  } catch (error) {
    await connection.close();
    throw offerProblem(error);
  }
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
