import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatSpan } from "@kinora/ui/kit/Waterfall.tsx";

type Fact = Readonly<{ name: string; value: string }>;

const bytes = (value: string) => (/^\d+$/.test(value) ? formatBytes(Number(value)) : value);

/** What is said of a fact; an unknown one by its own name. Null leaves it out. */
const FACTS: Record<string, (value: string) => string | null> = {
  file_name: (value) => value,
  size_bytes: bytes,
  received_bytes: bytes,
  seconds: (value) => `in ${formatSpan(Number(value) * 1000)}`,
  sha256: () => "checksum verified",
  renditions: (value) => value.split(" ").join(", "),
  source: (value) => value,
  reason: (value) => value,
  version: (value) => (value === "1" ? null : `version ${value}`),
  attempt: (value) => (value === "1" ? null : `attempt ${value}`),
};

/** The facts of an entry in one line, such as `7.1 MB · in 2 s · checksum verified`. */
export const factsOfActivity = (facts: readonly Fact[]): string =>
  facts
    .map(({ name, value }) => {
      const words = FACTS[name];
      return words ? words(value) : `${name.replaceAll("_", " ")}: ${value}`;
    })
    .filter((words) => words !== null)
    .join(" · ");
