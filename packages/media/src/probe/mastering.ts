import type { MasteringFacts } from "./facts.ts";
import { askProbe, type ProbeOptions } from "./probe-run.ts";

/** What ffprobe prints beside a stream or a frame; fractions such as `34000/50000`. */
export interface ProbedSideData {
  side_data_type?: string;
  red_x?: string;
  red_y?: string;
  green_x?: string;
  green_y?: string;
  blue_x?: string;
  blue_y?: string;
  white_point_x?: string;
  white_point_y?: string;
  min_luminance?: string;
  max_luminance?: string;
  max_content?: number;
  max_average?: number;
}

/** The static metadata among side data; null where there is none. Pure. */
export function readMastering(list: readonly ProbedSideData[] = []): MasteringFacts | null {
  const display = list.find((data) => data.side_data_type === "Mastering display metadata");
  const light = list.find((data) => data.side_data_type === "Content light level metadata");
  const facts = { display: display ? screenOf(display) : null, light: light ? lightOf(light) : null };
  return facts.display || facts.light ? facts : null;
}

/** Files that say nothing write zeros, and some only one of both parts. */
function screenOf(data: ProbedSideData): MasteringFacts["display"] {
  const at = (x: string | undefined, y: string | undefined) => ({ x: fraction(x), y: fraction(y) });
  const corners = {
    red: at(data.red_x, data.red_y),
    green: at(data.green_x, data.green_y),
    blue: at(data.blue_x, data.blue_y),
    white: at(data.white_point_x, data.white_point_y),
  };
  const [minimumNits, maximumNits] = [fraction(data.min_luminance), fraction(data.max_luminance)];
  const isChromaticity = (value: number) => value > 0 && value < 1;
  const isSaid = Object.values(corners).every(({ x, y }) => isChromaticity(x) && isChromaticity(y));
  return isSaid && minimumNits >= 0 && maximumNits > minimumNits && maximumNits <= 10_000
    ? { ...corners, minimumNits, maximumNits }
    : null;
}

function lightOf({ max_content: maximumNits = 0, max_average: averageNits = 0 }: ProbedSideData) {
  // Both are 16 bits in the bitstream (CTA-861.3 Table 45).
  const isSaid = [maximumNits, averageNits].every((nits) => Number.isInteger(nits) && nits >= 0 && nits < 65_536);
  return isSaid && maximumNits > 0 ? { maximumNits, averageNits } : null;
}

function fraction(text: string | undefined): number {
  const [numerator = Number.NaN, denominator = Number.NaN] = (text ?? "").split("/").map(Number);
  return numerator / denominator;
}

/** The static metadata of a track's first picture, where its container says nothing of it. @throws MediaError as `probe`. */
export async function probeMastering(
  path: string,
  streamIndex: number,
  options: ProbeOptions,
): Promise<MasteringFacts | null> {
  const answer = await askProbe(path, options, [
    ...["-select_streams", String(streamIndex), "-read_intervals", "%+#1"],
    ...["-show_frames", "-show_entries", "frame=side_data_list", "-of", "json"],
  ]);
  const { frames = [] } = JSON.parse(answer) as { frames?: { side_data_list?: ProbedSideData[] }[] };
  return readMastering(frames[0]?.side_data_list);
}
