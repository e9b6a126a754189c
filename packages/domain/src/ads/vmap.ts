import { AT_RANGES, defaultAdSource, type AdBreak } from "./ad-settings.ts";
import { childrenNamed, readXml, type XmlElement } from "./xml.ts";

/** A break of a VMAP document. Its ads come from a tag, or stand in the document itself. */
export interface VmapBreak extends AdBreak {
  /** The VAST document inside; null when `tags` has its URL. */
  vast: string | null;
  /** URLs to request when the break begins, ends, and has no ad. */
  tracking: { breakStart: string[]; breakEnd: string[]; error: string[] };
}

const BREAKS_MAX = 50;
const TIME = /^(\d{1,2}):([0-5]\d):([0-5]\d(?:\.\d{1,3})?)$/;

/** Seconds of `HH:MM:SS` or `HH:MM:SS.mmm`; null for anything else. */
export function readVastTime(text: string): number | null {
  const [, hours, minutes, seconds] = TIME.exec(text.trim()) ?? [];
  return seconds === undefined ? null : Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

/**
 * The breaks of a VMAP 1.0 document, at most 50. Null when it is not one. Breaks without linear ads, without a source, or at a
 * numbered position (`#1`) are left out.
 */
export function readVmap(text: string): VmapBreak[] | null {
  const root = readXml(text);
  if (root?.name !== "VMAP") return null;
  return childrenNamed(root, "AdBreak").flatMap(readBreak).slice(0, BREAKS_MAX);
}

function readBreak(element: XmlElement): VmapBreak[] {
  const place = readPlace(element.attributes["timeOffset"] ?? "");
  const types = (element.attributes["breakType"] ?? "linear").split(",").map((type) => type.trim());
  const [source] = childrenNamed(element, "AdSource");
  const [tag] = childrenNamed(source, "AdTagURI");
  const [data] = [...childrenNamed(source, "VASTAdData"), ...childrenNamed(source, "VASTData")];
  const vast = data ? innerDocument(data) : null;
  const url = tag?.text.trim() ?? "";
  if (!place || !types.includes("linear") || (vast === null && url === "")) return [];
  const [events] = childrenNamed(element, "TrackingEvents");
  const urlsOf = (name: string) =>
    childrenNamed(events, "Tracking")
      .filter(({ attributes }) => attributes["event"] === name)
      .map(({ text }) => text.trim())
      .filter((address) => address !== "");
  const tracking = { breakStart: urlsOf("breakStart"), breakEnd: urlsOf("breakEnd"), error: urlsOf("error") };
  const allowsMany = source?.attributes["allowMultipleAds"] !== "false";
  const found = { ...defaultAdSource, tags: vast === null ? [url] : [], max_ads: allowsMany ? 10 : 1, vast, tracking };
  const repeated = readVastTime(element.attributes["repeatAfter"] ?? "");
  const minutes = repeated === null ? 0 : repeated / 60;
  return [
    { ...found, ...place },
    ...(minutes >= AT_RANGES.every.min && place.position === "pre"
      ? [{ ...found, position: "every" as const, at: minutes }]
      : []),
  ];
}

/** A VAST document as an element inside, or as its text in CDATA. */
function innerDocument(data: XmlElement): string | null {
  const [document] = childrenNamed(data, "VAST");
  if (document) return data.inner.trim();
  return data.text.includes("<VAST") ? data.text.trim() : null;
}

function readPlace(offset: string): Pick<AdBreak, "position" | "at"> | null {
  if (offset === "start") return { position: "pre", at: 0 };
  if (offset === "end") return { position: "post", at: 0 };
  const percent = /^(\d{1,3})%$/.exec(offset);
  if (percent) return readPercent(Number(percent[1]));
  const seconds = readVastTime(offset);
  if (seconds === null) return null;
  return seconds === 0 ? { position: "pre", at: 0 } : { position: "time", at: seconds };
}

function readPercent(percent: number): Pick<AdBreak, "position" | "at"> | null {
  if (percent === 0) return { position: "pre", at: 0 };
  if (percent >= 100) return percent === 100 ? { position: "post", at: 0 } : null;
  return { position: "percent", at: percent };
}
