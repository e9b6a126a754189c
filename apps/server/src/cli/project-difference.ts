import type { SectionDifference } from "@kinora/contract/as-code/as-code.ts";

/** How much of a value one line shows, in characters. */
const SHOWN = 120;

/** What a file changes of a project, as lines: `+` is created, `~` changed, `-` removed. */
export function differenceLines(differences: readonly SectionDifference[], prune: boolean): string[] {
  return differences.flatMap(({ section, created, changed, removed, order }) => [
    section,
    ...created.flatMap(({ name, fields }) => [
      `  + ${name}`,
      ...fields.map(({ field, after }) => `      ${field}: ${short(after)}`),
    ]),
    ...changed.flatMap(({ name, note, fields }) => [
      ...(name === null ? [] : [`  ~ ${[name, note].filter(Boolean).join(" – ")}`]),
      ...fields.map(
        ({ field, before, after }) =>
          `${name === null ? "  ~ " : "      "}${field}: ${short(before)} → ${short(after)}`,
      ),
    ]),
    ...removed.map(({ name, note }) =>
      prune
        ? `  - ${[name, note].filter(Boolean).join(" – ")}`
        : `    ${name} is not in the file and stays; --prune removes it`,
    ),
    ...(order ? [`  ~ order: ${order.before.join(", ")} → ${order.after.join(", ")}`] : []),
  ]);
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text;
}
