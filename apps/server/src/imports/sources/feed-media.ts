import type { ImportEntry } from "@kinora/domain/imports/imports.ts";
import { fileNameOf } from "../../uploads/import/import-name.ts";
import { childrenOf, textAt, type XmlNode } from "./xml-node.ts";

export interface ItemMedia {
  media: { url: string; fileName: string } | null;
  captions: ImportEntry["captions"];
  picture: string | null;
  /** Address of chapters in JSON. */
  chapters: string | null;
  notes: string[];
}

interface Candidate {
  url: string;
  isVideo: boolean;
  /** Of enclosures that say it, for choosing the best: pixels, then bits per second, then bytes. */
  height: number;
  bitrate: number;
  bytes: number;
}

/** Files of an item of a feed: the best video, or else sound, with its captions, picture and chapters. */
export function mediaOf(item: XmlNode, base: string): ItemMedia {
  const holders = [item, ...childrenOf(item, "media:group")];
  const contents = holders.flatMap((holder) => childrenOf(holder, "media:content"));
  const within = [...holders, ...contents];
  const found = [...childrenOf(item, "enclosure"), ...contents].map((node) => candidateOf(node, base));
  const candidates = found.filter((each) => each !== null);
  const [best] = candidates.toSorted(byQuality);
  const others = new Set(candidates.map(({ url }) => url)).size - 1;
  return {
    media: best ? { url: best.url, fileName: fileNameOf(best.url) } : null,
    captions: captionsOf(within, base),
    picture: pictureOf(item, within, base),
    chapters: addressOf(textOfFirst(childrenOf(item, "podcast:chapters"), "@url"), base),
    notes: others > 0 ? [`It has ${others + 1} files: the best video is taken.`] : [],
  };
}

const VIDEO_NAME = /\.(?:mp4|m4v|mov|mkv|webm|avi|mpe?g|ts|ogv|wmv|flv|3gp)$/i;
const AUDIO_NAME = /\.(?:mp3|m4a|m4b|aac|ogg|oga|opus|flac|wav|wma|aiff?)$/i;
const NO_FILE = /^(?:image|text)\/|mpegurl|dash\+xml|pdf|shockwave|torrent|html|json/i;

/** Null for what is no media file: documents, pictures, players and streams in pieces. */
function candidateOf(node: XmlNode, base: string): Candidate | null {
  const url = addressOf(textAt(node, "@url"), base);
  if (url === null) return null;
  const type = textAt(node, "@type");
  const medium = textAt(node, "@medium");
  const name = new URL(url).pathname;
  const isVideo = /^video\//i.test(type) || medium === "video" || VIDEO_NAME.test(name);
  const isAudio = /^audio\//i.test(type) || medium === "audio" || AUDIO_NAME.test(name);
  if (NO_FILE.test(type) || /\.(?:m3u8|mpd|jpe?g|png|pdf)$/i.test(name) || medium === "image") return null;
  // What says nothing of itself may be anything; the import looks at its bytes.
  if (!isVideo && !isAudio && type !== "" && !/octet-stream|application\/(?:mp4|ogg)/i.test(type)) return null;
  const number = (attribute: string) => Number(textAt(node, attribute)) || 0;
  return {
    url,
    isVideo: isVideo && !/^audio\//i.test(type),
    height: number("@height"),
    bitrate: number("@bitrate"),
    bytes: number("@length") || number("@filesize"),
  };
}

const byQuality = (a: Candidate, b: Candidate): number =>
  Number(b.isVideo) - Number(a.isVideo) || b.height - a.height || b.bitrate - a.bitrate || b.bytes - a.bytes;

/** MRSS says a subtitle's language as `lang`, the Podcast Index a transcript's as `language`. */
function captionsOf(holders: readonly XmlNode[], base: string): ImportEntry["captions"] {
  const nodes = holders.flatMap((holder) =>
    ["media:subtitle", "podcast:transcript"].flatMap((name) => childrenOf(holder, name)),
  );
  return nodes.flatMap((node) => {
    const url = addressOf(textAt(node, "@href") || textAt(node, "@url"), base);
    const type = textAt(node, "@type");
    const isCaptions =
      /vtt|srt|subrip/i.test(type) || /\.(?:vtt|srt)$/i.test(url === null ? "" : new URL(url).pathname);
    const language = textAt(node, "@lang") || textAt(node, "@language") || "en";
    return url !== null && isCaptions ? [{ language, file: { url } }] : [];
  });
}

function pictureOf(item: XmlNode, holders: readonly XmlNode[], base: string): string | null {
  const thumbnails = holders
    .flatMap((holder) => childrenOf(holder, "media:thumbnail"))
    .toSorted((a, b) => (Number(textAt(b, "@width")) || 0) - (Number(textAt(a, "@width")) || 0));
  const addresses = [
    textOfFirst(thumbnails, "@url"),
    textOfFirst(childrenOf(item, "itunes:image"), "@href"),
    textOfFirst(childrenOf(item, "image"), "url"),
  ];
  return addresses.map((text) => addressOf(text, base)).find((url) => url !== null) ?? null;
}

const textOfFirst = (nodes: readonly XmlNode[], name: string): string => textAt(nodes[0] ?? null, name);

/** An address of the web in full; null for none. */
function addressOf(text: string, base: string): string | null {
  if (text === "" || !URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
}
