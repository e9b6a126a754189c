import { RTCPeerConnection, type PeerConfig } from "werift";
import { OfferProblem } from "./offer-problem.ts";

const LOOPBACK = "127.0.0.1";
/** Media of one offer: clients have one picture and one sound. */
const MOST_MEDIA = 8;

/** Where clients reach the media of this host. */
export interface ReachedAddresses {
  addresses: readonly string[];
  port: number;
}

/** The answer of an ICE lite agent on loopback. */
export interface LiteAnswer {
  /** The session description without lines of candidates that only this machine can reach. */
  answer: string;
  /** Of its ICE agent. */
  username: string;
  password: string;
  agentPort: number;
}

/** A connection whose ICE agent is a lite one, which asks no server for its address and listens on loopback only. */
export const openLiteAgent = (media: Pick<PeerConfig, "codecs" | "headerExtensions">): RTCPeerConnection =>
  new RTCPeerConnection({
    ...media,
    bundlePolicy: "max-bundle",
    iceLite: true,
    iceServers: [],
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceAdditionalHostAddresses: [LOOPBACK],
    iceInterfaceAddresses: { udp4: LOOPBACK },
  });

/**
 * Takes a client's offer, and then the direction of all its media.
 * @throws OfferProblem for one of too many media @throws Error for what is no session description
 */
export async function takeOffer(
  connection: RTCPeerConnection,
  sdp: string,
  direction: "recvonly" | "sendonly",
): Promise<void> {
  // Each may have a port on loopback.
  if ((sdp.match(/^m=/gm)?.length ?? 0) > MOST_MEDIA) throw new OfferProblem("The offer has too many media.");
  await connection.setRemoteDescription({ type: "offer", sdp: withoutCandidates(sdp) });
  // The client begins DTLS: as its client, werift fails when a HelloVerifyRequest comes twice.
  for (const transport of connection.dtlsTransports) transport.role = "server";
  for (const transceiver of connection.getTransceivers()) transceiver.setDirection(direction);
}

/** Answers the offer that was taken. @throws OfferProblem when it has no media */
export async function answerTaken(connection: RTCPeerConnection, reached: ReachedAddresses): Promise<LiteAnswer> {
  await connection.setLocalDescription(await connection.createAnswer());
  const local = connection.localDescription?.sdp ?? "";
  return { answer: withCandidates(local, reached), ...agentOf(local) };
}

/** What names the ICE of one side, until it is restarted (RFC 8839 §5.4). */
export interface IceCredentials {
  username: string;
  password: string;
}

/**
 * Restarts ICE with a client's new credentials, for one whose network changed; the encryption and its keys go on (RFC 8445 §9).
 * @param offer the offer that was taken first. @throws OfferProblem
 */
export async function restartIce(
  connection: RTCPeerConnection,
  offer: string,
  { username, password }: IceCredentials,
  reached: ReachedAddresses,
): Promise<LiteAnswer> {
  const renewed = offer
    .replaceAll(/^a=ice-ufrag:\S+/gm, () => `a=ice-ufrag:${username}`)
    .replaceAll(/^a=ice-pwd:\S+/gm, () => `a=ice-pwd:${password}`);
  await takeOffer(connection, renewed, "recvonly");
  const answer = await answerTaken(connection, reached);
  // The library starts ICE for connections without encryption only. One that fails ends by its silence.
  for (const { iceTransport } of connection.dtlsTransports) iceTransport.start().catch(() => undefined);
  return answer;
}

/** Calls `ended` once when the connection ended or failed. */
export function watchEnd(connection: RTCPeerConnection, ended: () => void): void {
  let isOver = false;
  connection.connectionStateChange.subscribe((state) => {
    if (isOver || (state !== "failed" && state !== "closed" && state !== "disconnected")) return;
    isOver = true;
    ended();
  });
}

/**
 * An offer without the client's addresses: a lite agent sends no checks to them (RFC 8445 §2.5), and the library would look up names
 * among them on the local network (mDNS).
 */
const withoutCandidates = (offer: string): string =>
  offer.replaceAll(/^a=(?:candidate:.*|end-of-candidates)\r?\n/gm, "");

/** The answer with the addresses at which clients reach the media. All are known: none follows. */
function withCandidates(answer: string, { addresses, port }: ReachedAddresses): string {
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
function agentOf(answer: string): Omit<LiteAnswer, "answer"> {
  const username = /^a=ice-ufrag:(\S+)/m.exec(answer)?.[1];
  const password = /^a=ice-pwd:(\S+)/m.exec(answer)?.[1];
  const agentPort = /^a=candidate:\S+ 1 udp \d+ 127\.0\.0\.1 (\d+) /im.exec(answer)?.[1];
  if (!username || !password || !agentPort) throw new OfferProblem("The offer has no media.");
  return { username, password, agentPort: Number(agentPort) };
}
