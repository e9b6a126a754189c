import { ratio, round, verdict, type Figure } from "./figure.ts";

const BEGIN = "<!-- figures: written by npm run bench -- --write -->";
const END = "<!-- end of figures -->";
const HEAD = ["benchmark", "figure", "ours", "beside", "ratio", "goal", "", "date", "machine"];

/** What one benchmark measured, and when and where. */
export interface Measured {
  name: string;
  figures: readonly Figure[];
  /** YYYY-MM-DD */
  date: string;
  machine: string;
}

/**
 * A page with its table of figures rewritten: rows of what was measured now, and those that were there of the other `names`, in
 * the order of `names`.
 * @throws Error when the page has no place for the table
 */
export function withFigures(page: string, names: readonly string[], measured: readonly Measured[]): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`The page has no lines "${BEGIN}" and "${END}".`);
  const known = rowsOf(page.slice(from, to));
  const rows = names.flatMap((name) => {
    const now = measured.find((each) => each.name === name);
    return now ? rowsFor(now) : known.filter(([of]) => of === `\`${name}\``);
  });
  const lines = [HEAD, HEAD.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `${page.slice(0, from)}${BEGIN}\n\n${lines.join("\n")}\n\n${page.slice(to)}`;
}

function rowsOf(table: string): string[][] {
  const lines = table.split("\n").filter((line) => line.startsWith("| `"));
  return lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function rowsFor({ name, figures, date, machine }: Measured): string[][] {
  const shown = figures.filter(({ detail }) => !detail);
  return shown.map((figure) => {
    const { what, ours, unit, beside, goal } = figure;
    const held = ratio(figure);
    const peer = beside ? `${beside.what} ${round(beside.value)}` : "";
    const ratioCell = held === null ? "" : round(held);
    const cells = [
      what,
      `${round(ours)} ${unit}`.trimEnd(),
      peer,
      ratioCell,
      goal === "none" ? "" : goal,
      verdict(figure, "kept", "missed"),
    ];
    return [`\`${name}\``, ...cells.map((cell) => cell.replaceAll("|", "\\|")), date, machine];
  });
}
