import type { UserdataSample } from "hls.js";
import captionStream from "mux.js/lib/m2ts/caption-stream.js";
import packetParser from "mux.js/lib/tools/caption-packet-parser.js";

type Decoder = InstanceType<typeof captionStream.Cea708Stream>;

/** A text of a service, in seconds of the video. */
export interface DigitalCaption {
  /** As playlists name it: `SERVICE1`. */
  service: string;
  startSeconds: number;
  endSeconds: number;
  text: string;
}

/** Letters that follow within this time are shown with those before: live captions are typed two letters a picture. */
const TOGETHER_SECONDS = 0.25;

/** Reads CEA-708 captions out of successive parts of a stream. Where a window stands within the picture is left out. */
export class DigitalCaptionReader {
  #decoder: Decoder = new captionStream.Cea708Stream();
  /** What is on the screen, by its service. */
  #shown = new Map<string, { startSeconds: number; text: string }>();

  /** Forgets what is on the screen: the next pictures do not follow those before. */
  reset(): void {
    this.#decoder = new captionStream.Cea708Stream();
    this.#shown = new Map();
  }

  /** The captions of some pictures. A text that outlasts them ends with the last one, and continues with the next pictures. */
  read(samples: readonly UserdataSample[]): DigitalCaption[] {
    const captions: DigitalCaption[] = [];
    const pictures = samples.toSorted((a, b) => a.pts - b.pts);
    for (const { pts, bytes } of pictures) {
      if (!bytes) continue;
      for (const pair of packetParser.parseCaptionPackets(pts, bytes)) pushPair(this.#decoder, pair);
      endWholePacket(this.#decoder);
      for (const [service, text] of textsOf(this.#decoder)) captions.push(...this.#show(service, text, pts));
    }
    const end = pictures.at(-1)?.pts;
    if (end === undefined) return [];
    for (const [service, shown] of this.#shown) {
      captions.push(...captionOf(service, shown, end));
      shown.startSeconds = end;
    }
    return captions;
  }

  /** Puts a text onto the screen; answers the one that it takes away. */
  #show(service: string, text: string, seconds: number): DigitalCaption[] {
    const shown = this.#shown.get(service) ?? { startSeconds: seconds, text: "" };
    this.#shown.set(service, shown);
    if (text === shown.text) return [];
    const isTyped = shown.text !== "" && text.startsWith(shown.text);
    const ended = isTyped && seconds - shown.startSeconds < TOGETHER_SECONDS ? [] : captionOf(service, shown, seconds);
    if (ended.length > 0 || shown.text === "") shown.startSeconds = seconds;
    shown.text = text;
    return ended;
  }
}

function captionOf(
  service: string,
  { startSeconds, text }: { startSeconds: number; text: string },
  endSeconds: number,
): DigitalCaption[] {
  return text !== "" && endSeconds > startSeconds ? [{ service, startSeconds, endSeconds, text }] : [];
}

/** Leaves out CEA-608, and the rest of a packet whose beginning was not seen. */
function pushPair(decoder: Decoder, pair: Parameters<Decoder["push"]>[0]): void {
  const isBegun = (decoder.current708Packet?.data ?? []).length > 0;
  if (pair.type === 3 || (pair.type === 2 && isBegun)) decoder.push(pair);
}

/** Has a packet decoded that is whole (CEA-708 §5): mux.js waits for the next, which may come seconds later. */
function endWholePacket(decoder: Decoder): void {
  const data = decoder.current708Packet?.data ?? [];
  const [header] = data;
  if (header !== undefined && data.length >= 2 * (header & 0x3f || 64)) decoder.new708Packet();
}

function textsOf({ services }: Decoder): [service: string, text: string][] {
  return Object.entries(services).map(([number, { windows }]) => [
    `SERVICE${number}`,
    windows
      .filter((window) => window.visible && !window.isEmpty())
      .map((window) => window.getText())
      .join("\n"),
  ]);
}
