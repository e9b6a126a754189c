import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatSpan } from "@kinora/ui/kit/Waterfall.tsx";

type Fact = Readonly<{ name: string; value: string }>;

const bytes = (value: string) => (/^\d+$/.test(value) ? formatBytes(Number(value)) : value);

/** What is in a file, sent as `mov h264 640 360`. */
function sourceWords(value: string): string {
  const [container = "", codec, width, height] = value.split(" ");
  const size = width === undefined || height === undefined ? [] : [`${width} × ${height}`];
  return [container.toUpperCase(), ...(codec === undefined ? [] : [codec.toUpperCase()]), ...size].join(", ");
}

/** What is said of a fact; an unknown one by its own name. Null leaves it out. */
const FACTS: Record<string, (value: string) => string | null> = {
  file_name: (value) => value,
  size_bytes: bytes,
  received_bytes: bytes,
  seconds: (value) => `in ${formatSpan(Number(value) * 1000)}`,
  sha256: () => "checksum verified",
  renditions: (value) => value.split(" ").join(", "),
  source: sourceWords,
  label: (value) => `“${value}”`,
  count: (value) => `${value} in total`,
  // The label says it.
  language: () => null,
  // Numbers of rows, which people see nowhere.
  rendition_id: () => null,
  caption_id: () => null,
  reason: (value) => value,
  version: (value) => (value === "1" ? null : `version ${value}`),
  attempt: (value) => (value === "1" ? null : `attempt ${value}`),
};

/** A change as a sentence: `title changed from “Quay” to “Pier”`; null for what is no change. */
function changeWords(name: string, value: string): string | null {
  const [before, after, ...rest] = value.split(" → ");
  if (before === undefined || after === undefined || rest.length > 0) return null;
  if (before === "none") return `${name} set to ${after}`;
  return after === "none" ? `${name} ${before} removed` : `${name} changed from ${before} to ${after}`;
}

/** The facts of an entry in one line, such as `7.1 MB · in 2 s · checksum verified`. */
export const factsOfActivity = (facts: readonly Fact[]): string =>
  facts
    .map(({ name, value }) => {
      const words = FACTS[name];
      const plain = name.replaceAll("_", " ");
      return changeWords(plain, value) ?? (words ? words(value) : `${plain}: ${value}`);
    })
    .filter((words) => words !== null)
    .join(" · ");
