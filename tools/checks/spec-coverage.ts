import type { SourceFile } from "./repository.ts";

/** A test that shows a demand of the specification to be met: its file, and the beginning of its name. */
export interface Proof {
  file: string;
  test: string;
}

/** One demand of the specification in our own few words, and what shows that it is met. */
export interface Demand {
  section: string;
  label: string;
  /** Empty while the room that will meet it is not built. */
  proofs: readonly Proof[];
  /** The room that will meet it. */
  room?: string;
}

/** Names tests of one file: `by("e2e/shell.test.ts")("a name")`. */
export const by =
  (file: string) =>
  (test: string): Proof => ({ file, test });

/** Lists the demands of a section that tests show to be met. */
export const met = (section: string, rows: readonly (readonly [label: string, ...proofs: Proof[]])[]): Demand[] =>
  rows.map(([label, ...proofs]) => ({ section, label, proofs }));

/** Lists the demands of a section whose room is not built yet. */
export const awaited = (section: string, room: string, labels: readonly string[]): Demand[] =>
  labels.map((label) => ({ section, label, proofs: [], room }));

/** Demands without a proof or a room, and proofs whose test is not there. */
export function brokenProofs(demands: readonly Demand[], files: readonly SourceFile[]): string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return demands.flatMap(({ section, label, proofs, room }) => {
    const name = `§${section} ${label}`;
    if (proofs.length === 0) return room === undefined ? [`${name}: neither test nor room`] : [];
    // A template stands for a whole table of tests: a proof names the row it means.
    const templates = proofs.filter(({ test }) => /%[a-z]/.test(test));
    if (templates.length > 0) return templates.map(({ test }) => `${name}: "${test}" names no single test`);
    return proofs
      .filter(({ file, test }) => !['"', "`", "'"].some((quote) => texts.get(file)?.includes(`${quote}${test}`)))
      .map(({ file, test }) => `${name}: no test "${test}" in ${file}`);
  });
}

/** The page of the documentation that shows what is met and what is awaited. */
export function coveragePage(demands: readonly Demand[]): string {
  const sections = [...new Set(demands.map(({ section }) => section))];
  const done = demands.filter(({ proofs }) => proofs.length > 0).length;
  const lines = [
    "# What of the specification is proven",
    "",
    "Made by `node tools/spec-coverage.ts` out of `tools/checks/spec-*.ts`: do not edit it by hand. Every test named here exists;",
    "a check holds that.",
    "",
    `${done} of ${demands.length} demands are shown by tests; the others name the room that will meet them.`,
  ];
  for (const section of sections) {
    lines.push("", `## §${section}`, "");
    for (const demand of demands.filter((one) => one.section === section))
      lines.push(`- ${demand.label}`, ...shownBy(demand).map((line) => `  - ${line}`));
  }
  return `${lines.join("\n")}\n`;
}

const shownBy = ({ proofs, room }: Demand): string[] =>
  proofs.length === 0 ? [`awaits the room ${room ?? ""}`] : proofs.map(({ file, test }) => `\`${file}\`: “${test}”`);
