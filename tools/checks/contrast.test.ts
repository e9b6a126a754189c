import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const css = readFileSync(resolve(import.meta.dirname, "../../packages/ui/src/variables.css"), "utf8");

/** The variables of one scheme: those of both, then its own. */
function variablesOf(scheme: "light" | "dark"): ReadonlyMap<string, string> {
  const rules = [":root {", `:root[data-mantine-color-scheme="${scheme}"] {`];
  return new Map(
    rules.flatMap((rule) => {
      const body = css.slice(css.indexOf(`\n${rule}`)).split("}", 1)[0] ?? "";
      return [...body.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = "", value = ""]) => [name, value] as const);
    }),
  );
}

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** What shows that something is a control or which state it is in, beside what it lies on: 3:1 (WCAG 2.2, 1.4.11). */
const MARKS = [
  ["--kinora-field-line", "--mantine-color-body", "the line of a field, on the page"],
  ["--kinora-field-line", "--kinora-float", "the same in a dialog"],
  ["--kinora-mark-line", "--mantine-color-body", "the line of a checkbox and of a switch that is off, on the page"],
  ["--kinora-mark-line", "--kinora-row-hover", "the same on a row under the pointer"],
  ["--kinora-accent", "--mantine-color-body", "a switch that is on, a ticked box and the focus"],
  ["--kinora-published", "--mantine-color-body", "the dot of what is published"],
  ["--kinora-processing", "--mantine-color-body", "the dot of what is being processed"],
  ["--kinora-unpublished", "--mantine-color-body", "the dot of what is not published"],
  ["--kinora-live", "--mantine-color-body", "the dot of what is on air"],
  ["--kinora-chart-1", "--mantine-color-body", "the first line of a chart"],
] as const;
const WORDS = [
  ["--kinora-text", "--kinora-field", "what is typed"],
  ["--kinora-text", "--kinora-raised", "the chosen segment"],
  ["--kinora-muted", "--kinora-side", "the head of a table"],
  ["--kinora-muted", "--kinora-row-hover", "a detail in a row under the pointer"],
  ["--kinora-failed", "--mantine-color-body", "what failed"],
  ["--mantine-color-placeholder", "--kinora-field", "a placeholder"],
] as const;
/** What is seen as a change of the ground that it lies on. */
const GROUNDS = [
  ["--kinora-row-hover", "--mantine-color-body", 1.15, "a row under the pointer"],
  ["--kinora-hover", "--mantine-color-body", 1.15, "a button without a line under the pointer"],
  ["--kinora-track", "--mantine-color-body", 1.15, "the track of segments"],
  ["--kinora-raised", "--kinora-track", 1.15, "the chosen segment on its track"],
  ["--kinora-selected", "--kinora-side", 1.2, "the open page in the sidebar"],
  ["--kinora-line", "--mantine-color-body", 1.2, "the line around a panel"],
] as const;

for (const scheme of ["light", "dark"] as const) {
  const variables = variablesOf(scheme);
  const measured = (front: string, back: string) => contrast(variables.get(front) ?? "", variables.get(back) ?? "");
  test.each(MARKS)(`${scheme}: %s on %s has a contrast of at least 3:1 (%s)`, (front, back) => {
    expect(measured(front, back)).toBeGreaterThanOrEqual(3);
  });
  test.each(WORDS)(`${scheme}: %s on %s has a contrast of at least 4.5:1 (%s)`, (front, back) => {
    expect(measured(front, back)).toBeGreaterThanOrEqual(4.5);
  });
  test.each(GROUNDS)(`${scheme}: %s on %s has a contrast of at least %d:1 (%s)`, (front, back, least) => {
    expect(measured(front, back)).toBeGreaterThanOrEqual(least);
  });
}

test("a dark page is seen beside its sidebar without the line between them", () => {
  const variables = variablesOf("dark");
  const [page = "", side = ""] = ["--mantine-color-body", "--kinora-side"].map((name) => variables.get(name));
  expect(contrast(page, side)).toBeGreaterThanOrEqual(1.1);
});
