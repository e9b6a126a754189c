import type { HdrRange } from "@kinora/domain/transcoding/picture-codecs.ts";
import type { SourceFacts } from "../probe/facts.ts";

/** How the numbers of every SDR rendition of a video become colours (ITU-T H.273); ffmpeg's names. */
export interface PlannedColours {
  matrix: "bt709" | "smpte170m";
  primaries: "bt709" | "bt470bg" | "smpte170m" | "bt2020";
}

/** What is written down of the colours of a rendition; ffmpeg's names. */
interface ColourTags {
  matrix: PlannedColours["matrix"] | "bt2020nc";
  primaries: PlannedColours["primaries"];
  /** That of BT.709 unless said. */
  transfer?: "bt709" | "smpte2084" | "arib-std-b67";
}

/** Matrices by swscale's names (https://ffmpeg.org/ffmpeg-filters.html#scale-1, `in_color_matrix`). */
type Matrix = PlannedColours["matrix"] | "bt2020" | "smpte240m" | "fcc";

const matrices = new Map<string | null | undefined, Matrix>([
  ["bt709", "bt709"],
  ["smpte170m", "smpte170m"],
  ["bt470bg", "smpte170m"],
  ["smpte240m", "smpte240m"],
  ["fcc", "fcc"],
  ["bt2020nc", "bt2020"],
  ["bt2020c", "bt2020"],
]);

/** Formats whose own specification names the matrix of BT.601, whatever their size. */
const always601 = new Set(["theora", "mjpeg"]);

/** The matrix a source's pictures are in: as tagged, else by its size, as players guess it. Pure. */
export function sourceMatrix({ video }: Pick<SourceFacts, "video">): Matrix {
  if (video.hdr) return "bt2020";
  const tagged = matrices.get(video.colorSpace);
  if (tagged) return tagged;
  if (always601.has(video.codec)) return "smpte170m";
  const isHighDefinition = Math.min(video.width, video.height) > 576 || Math.max(video.width, video.height) >= 1280;
  return isHighDefinition ? "bt709" : "smpte170m";
}

/** Decides the colours of all renditions once, because players guess those of untagged ones by the size of each. Pure. */
export function planColours(facts: Pick<SourceFacts, "video">): PlannedColours {
  const { hdr, colorPrimaries: tagged } = facts.video;
  const source = sourceMatrix(facts);
  const matrix = source === "smpte170m" || source === "fcc" ? "smpte170m" : "bt709";
  if (hdr) return { matrix: "bt709", primaries: "bt709" };
  if (tagged === "bt709" || tagged === "bt470bg" || tagged === "smpte170m" || tagged === "bt2020")
    return { matrix, primaries: tagged };
  return { matrix, primaries: matrix };
}

/**
 * The curve of a source's HDR, which renditions can keep; null where it is SDR, and where its colours are others than those of
 * ITU-R BT.2100 (Dolby Vision profile 5 is one of these). What is not said is taken for those. Pure.
 */
export function hdrRange({ video }: Pick<SourceFacts, "video">): HdrRange | null {
  const isUsual = (video.colorSpace ?? "bt2020nc") === "bt2020nc" && (video.colorPrimaries ?? "bt2020") === "bt2020";
  if (!video.hdr || !isUsual) return null;
  return video.colorTransfer === "arib-std-b67" ? "HLG" : "PQ";
}

/** The tags of renditions that keep HDR (ITU-R BT.2100). */
export const hdrTags: Readonly<Record<HdrRange, ColourTags>> = {
  HLG: { matrix: "bt2020nc", primaries: "bt2020", transfer: "arib-std-b67" },
  PQ: { matrix: "bt2020nc", primaries: "bt2020", transfer: "smpte2084" },
};

/** The options of `scale` that turn pictures of one matrix into those of another, in the range of video or of JPEG. */
export const intoMatrix = (from: Matrix | "auto", to: Matrix, range: "tv" | "pc"): string =>
  `in_color_matrix=${from}:out_color_matrix=${to}:out_range=${range}`;

/** Filter and encoder options that write down in the bitstream what the colours are. */
export const tagFilter = ({ matrix, primaries, transfer = "bt709" }: ColourTags): string =>
  `setparams=color_primaries=${primaries}:color_trc=${transfer}:colorspace=${matrix}:range=tv`;

/** As `tagFilter`, for versions of ffmpeg whose encoders do not ask the pictures. */
export const tagOptions = ({ matrix, primaries, transfer = "bt709" }: ColourTags): string[] => [
  ...["-color_primaries", primaries, "-color_trc", transfer, "-colorspace", matrix, "-color_range", "tv"],
];
