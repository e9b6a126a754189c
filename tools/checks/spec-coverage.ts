import { isTest, type SourceFile } from "./repository.ts";

/** One demand of the specification in our own few words. */
export interface Demand {
  /** Its section and its number there, as `// spec: 2.7` above a test names it. */
  id: string;
  label: string;
  /** The room that will meet it; null when tests have to show that it is met. */
  awaits: string | null;
}

/** A test that shows a demand to be met. */
export interface Proof {
  id: string;
  file: string;
  /** Its name, or that of its row in a table of tests. Empty where no test follows the comment. */
  test: string;
}

/** Reads the list of demands: one a line, `id label`, and `(awaits ROOM)` at the end where no room meets it yet. */
export function readDemands(text: string): Demand[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [, id = "", label = "", awaits = null] = /^(\S+) (.+?)(?: \(awaits (\w+)\))?$/.exec(line) ?? [];
      return { id, label, awaits };
    });
}

/** Every `// spec: 2.7, 8.1` above a test or above a row of a table of tests. */
export function findProofs(files: readonly SourceFile[]): Proof[] {
  return files
    .filter(isTest)
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^[ \t]*\/\/ spec: (.*)\n([\s\w.()[\]{]*(["'`])((?:\\.|(?!\3).)*)\3)?/gm)].flatMap(
        ([, ids = "", , , test = ""]) => ids.split(", ").map((id) => ({ id, file: path, test })),
      ),
    );
}

/** Demands without a test or a room, awaited ones that a test shows, and comments without a demand or a test. */
export function brokenProofs(demands: readonly Demand[], proofs: readonly Proof[]): string[] {
  const known = new Set(demands.map(({ id }) => id));
  const shown = new Set(proofs.map(({ id }) => id));
  return [
    ...demands.filter(({ id }, at) => demands.findIndex((one) => one.id === id) !== at).map(({ id }) => `${id}: twice`),
    ...demands
      .filter(({ id, awaits }) => shown.has(id) === (awaits !== null))
      .map(({ id, label, awaits }) => `${id} ${label}: ${awaits ? "is shown by a test" : "neither test nor room"}`),
    ...proofs.filter(({ id }) => !known.has(id)).map(({ id, file }) => `${file}: there is no demand ${id}`),
    ...proofs.filter(({ test }) => test === "").map(({ id, file }) => `${file}: no test follows ${id}`),
    // A template stands for a whole table of tests: the comment belongs above the row it means.
    ...proofs.filter(({ test }) => /%[a-z]/.test(test)).map(({ id, file }) => `${file}: ${id} names no single test`),
  ];
}

/** The page of the documentation that shows what is met and what is awaited. */
export function coveragePage(demands: readonly Demand[], proofs: readonly Proof[]): string {
  const lines = [
    "# What of the specification is proven",
    "",
    "Made by `node tools/spec-coverage.ts` out of `tools/checks/spec-demands.txt` and the comments `// spec: 2.7` above tests:",
    "do not edit it by hand.",
    "",
    shownInWords(demands),
  ];
  let section = "";
  for (const { id, label, awaits } of demands) {
    if (section !== id.replace(/\..*/, "")) lines.push("", `## §${(section = id.replace(/\..*/, ""))}`, "");
    const shown = proofs.filter((proof) => proof.id === id).map(({ file, test }) => `\`${file}\`: “${test}”`);
    const by = awaits ? [`awaits the room ${awaits}`] : shown;
    lines.push(`- ${id} ${label}`, ...by.map((line) => `  - ${line}`));
  }
  return `${lines.join("\n")}\n`;
}

function shownInWords(demands: readonly Demand[]): string {
  const shown = demands.filter(({ awaits }) => awaits === null).length;
  return shown === demands.length
    ? `All ${shown} demands are shown by tests.`
    : `${shown} of ${demands.length} demands are shown by tests; the others name the room that will meet them.`;
}
