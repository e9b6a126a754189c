import type { HdrRange } from "@kinora/domain/transcoding/picture-codecs.ts";
import { xmlElement, xmlText, type XmlAttributes } from "@kinora/domain/xml.ts";
import type { ClosedCaptions } from "./closed-captions.ts";
import type { SegmentTimeline } from "./segment-timeline.ts";

/** What players of manifests check first: segments named by a template, each of which begins with a key frame. */
const LIVE_PROFILE = "urn:mpeg:dash:profile:isoff-live:2011";

/** The segments of a representation. Addresses are relative to the manifest, with `$Number$` or `$Number%05d$` where the number stands. */
export interface DashSegments {
  init: string;
  media: string;
  firstNumber: number;
  timeline: SegmentTimeline;
  /** In ticks of the timeline, where the period does not begin with its first segment at 0. */
  from?: {
    /** Of the first segment. */
    firstTicks: number;
    /** Of the period's beginning. */
    periodTicks: number;
  };
}

/** A rendition: pictures or sound. */
export interface DashRepresentation {
  /** Unique within its period. */
  id: string;
  /** RFC 6381. */
  codecs: string;
  /** Most bits per second of any segment. */
  bandwidth: number;
  segments: DashSegments;
}

/** A rendition of pictures. */
export interface DashPicture extends DashRepresentation {
  width: number;
  height: number;
  /** Frames per second: "25", "30000/1001". */
  frameRate: string | null;
  /** The curve of its HDR; SDR where it is not said. */
  hdr?: HdrRange | null;
}

/** Seconds as XML Schema writes them (ISO 8601 §5.5.2). */
export const dashDuration = (seconds: number): string => `PT${Number(Math.max(0, seconds).toFixed(3))}S`;

/** Writes a manifest around its periods. */
export function mpd(attributes: XmlAttributes, children: readonly string[]): string {
  const root = { xmlns: "urn:mpeg:dash:schema:mpd:2011", profiles: LIVE_PROFILE, ...attributes };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement("MPD", root, `\n${children.join("\n")}\n`)}\n`;
}

/** What an adaptation set has beside its representations, in the order of the schema. */
interface SetParts {
  /** What players call it. */
  label?: string | null;
  properties?: readonly string[];
  accessibility?: readonly string[];
  roles?: readonly string[];
  representations: readonly string[];
}

/** Writes an adaptation set (§5.3.3): renditions among which players switch, or one that viewers choose. */
export function adaptationSet(attributes: XmlAttributes, parts: SetParts): string {
  const { label, properties = [], accessibility = [], roles = [], representations } = parts;
  const children = [
    ...properties,
    ...(label ? [xmlText("Label", label)] : []),
    ...accessibility,
    ...roles.map((value) => descriptor("Role", "urn:mpeg:dash:role:2011", value)),
    ...representations,
  ];
  return xmlElement("AdaptationSet", attributes, `\n${children.join("\n")}\n`);
}

/** Writes an element that names a scheme and a value of it (§5.8.2). */
export const descriptor = (name: string, schemeIdUri: string, value: string): string =>
  xmlElement(name, { schemeIdUri, value });

/** Segments of a set begin together, each with a key frame (stream access point of type 1). */
const aligned = { segmentAlignment: true, startWithSAP: 1 };

/**
 * Writes adaptation sets of pictures: one for each codec, range and timeline, since segments of a set begin together and one decoder
 * plays them all (§5.3.3.1). Players may switch to another set of the same codec and range.
 */
export function pictureSets(pictures: readonly DashPicture[], closedCaptions: ClosedCaptions): string[] {
  const groups = [
    ...Map.groupBy(pictures, (picture) => JSON.stringify([kindOf(picture), picture.segments.timeline])).values(),
  ];
  return groups.map((group, index) => {
    const kind = kindOf(group[0]);
    const others = groups.flatMap((other, at) => (at !== index && kindOf(other[0]) === kind ? [pictureSetId(at)] : []));
    const switching = others.length > 0 ? [descriptor("SupplementalProperty", SWITCHING, others.join(","))] : [];
    return adaptationSet(
      { id: pictureSetId(index), contentType: "video", mimeType: "video/mp4", ...aligned },
      {
        properties: [...colourProperties(group[0]?.hdr), ...switching],
        accessibility: captionServices(closedCaptions),
        roles: ["main"],
        representations: group.map((picture) => {
          const { width, height, frameRate } = picture;
          return representation(picture, { width, height, frameRate, sar: "1:1" });
        }),
      },
    );
  });
}

const SWITCHING = "urn:mpeg:dash:adaptation-set-switching:2016";

/** The colours of HDR (ISO/IEC 23091-2), without which a player must not play it (DASH-IF IOP 4.3 §10.2.3). */
function colourProperties(hdr: HdrRange | null | undefined): string[] {
  if (!hdr) return [];
  const property = (name: string, value: number) =>
    descriptor("EssentialProperty", `urn:mpeg:mpegB:cicp:${name}`, String(value));
  return [
    property("ColourPrimaries", 9),
    property("TransferCharacteristics", hdr === "PQ" ? 16 : 18),
    property("MatrixCoefficients", 9),
  ];
}

/** What one decoder plays and one screen shows: the sample entry of a codec (`avc1` of `avc1.64001f`) and the range. */
const kindOf = (picture: Pick<DashPicture, "codecs" | "hdr"> | undefined): string =>
  `${picture?.codecs.split(".", 1)[0]} ${picture?.hdr ?? "SDR"}`;

const pictureSetId = (index: number) => index + 1;

/** Sound that viewers can choose. */
export interface DashSound {
  label: string | null;
  /** BCP 47, when known. */
  language: string | null;
  describesPictures: boolean;
  channels: number;
  /** Its bitrates, the highest first. */
  representations: readonly DashRepresentation[];
}

/** Writes an adaptation set of sound; the first one is played unless viewers choose another. */
export function soundSet(id: number, sound: DashSound, isFirst: boolean): string {
  return adaptationSet(
    { id, contentType: "audio", mimeType: "audio/mp4", lang: sound.language, ...aligned },
    {
      label: sound.label,
      // TV-Anytime's classification: audio description for people who do not see (ETSI TS 103 285 §6.1.2).
      accessibility: sound.describesPictures
        ? [descriptor("Accessibility", "urn:tva:metadata:cs:AudioPurposeCS:2007", "1")]
        : [],
      roles: [isFirst ? "main" : "alternate", ...(sound.describesPictures ? ["description"] : [])],
      representations: sound.representations.map((each) =>
        representation(each, {}, [
          descriptor(
            "AudioChannelConfiguration",
            "urn:mpeg:dash:23003:3:audio_channel_configuration:2011",
            String(sound.channels),
          ),
        ]),
      ),
    },
  );
}

function representation(
  { id, codecs, bandwidth, segments }: DashRepresentation,
  attributes: XmlAttributes,
  children: readonly string[] = [],
): string {
  return xmlElement(
    "Representation",
    { id, codecs, bandwidth: Math.max(1, Math.ceil(bandwidth)), ...attributes },
    [...children, segmentTemplate(segments)].join(""),
  );
}

function segmentTemplate({ init, media, firstNumber, timeline, from }: DashSegments): string {
  const { timescale, runs } = timeline;
  const entries = runs.map(({ durationTicks, count }, index) =>
    xmlElement("S", {
      t: index === 0 ? (from?.firstTicks ?? 0) : null,
      d: durationTicks,
      r: count > 1 ? count - 1 : null,
    }),
  );
  const presentationTimeOffset = from?.periodTicks ?? null;
  const attributes = { timescale, initialization: init, media, startNumber: firstNumber, presentationTimeOffset };
  return xmlElement("SegmentTemplate", attributes, xmlElement("SegmentTimeline", {}, entries.join("")));
}

/** Captions within pictures (ANSI/SCTE 214-1 §7.2.2): as in playlists, those of CEA-708 only where there are none of CEA-608. */
function captionServices(found: ClosedCaptions): string[] {
  const services = found ?? [];
  const lines = services.filter((service) => service.startsWith("CC"));
  if (lines.length > 0) return [captionsOf("608", lines.map((line) => `${line}=und`).join(";"))];
  const numbers = services.map((service) => service.slice("SERVICE".length));
  return numbers.length > 0 ? [captionsOf("708", numbers.map((number) => `${number}=lang:und`).join(";"))] : [];
}

const captionsOf = (standard: "608" | "708", value: string) =>
  descriptor("Accessibility", `urn:scte:dash:cc:cea-${standard}:2015`, value);
