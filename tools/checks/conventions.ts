import { basename, dirname } from "node:path";
import { isCode, isTest, type SourceFile } from "./repository.ts";

/** One broken convention, said so that a person finds it: `path:line what is wrong`. */
export type Offence = string;

/** A convention a single line can break. */
export interface LineConvention {
  /** The convention as a claim; it becomes the test's name. */
  claim: string;
  applies: (file: SourceFile) => boolean;
  breaks: RegExp;
  /** Lines the pattern must find, so that no convention is silently blind. Cut in pieces: this file is checked too. */
  examples: readonly (readonly string[])[];
}

const product = ({ path }: SourceFile): boolean => !path.endsWith("package.json");

export const lineConventions: readonly LineConvention[] = [
  {
    claim: "the linter is not silenced",
    applies: product,
    breaks: /(oxlint|eslint|biome|stylelint)-?(disable|ignore)|(oxfmt|prettier)-ignor[e]/,
    examples: [
      ["// oxlint-", "disable-next-line"],
      ["/* eslint-", "disable */"],
    ],
  },
  {
    claim: "imports of our own code name the file with its extension",
    applies: isCode,
    breaks:
      /(\bfrom|\bimport\(?)\s*"(\.{1,2}(\/[^"]*)?|@kinora\/[^"]*)(?<!\.(ts|tsx|mjs|css|json|svg|png|html|mmdb)(\?[a-z]+)?)"/,
    examples: [
      ['from "', './videos"'],
      ['import("', '../live")'],
      ['from "', '@kinora/domain"'],
      ['from "', './videos.js"'],
      ['from "', '."'],
    ],
  },
  {
    claim: "waits of browser tests are as long as the run needs (e2e/patience.ts)",
    applies: ({ path }) => path.startsWith("e2e/"),
    breaks: /\btimeout: *\d|\.setTimeout\(\d[\d_]*\)|(_MS|[mM]inutes|MINUTES|patienceMs) = \d+_000\b/,
    examples: [
      ["toBeVisible({ time", "out: 20_000 })"],
      ["test.set", "Timeout(600_000)"],
      ["const WAIT", "_MS = 30_000;"],
    ],
  },
  {
    claim: "lists skip rows by `readPage` and `range` of platform/lists alone (`offset 0` only guides the planner)",
    applies: (file) =>
      file.path.startsWith("apps/server/src/") &&
      !file.path.startsWith("apps/server/src/platform/lists/") &&
      !isTest(file),
    breaks: /\boffset (\$\{|:?[1-9])|\.offset\(|\b[pP]age - 1\) \*/,
    examples: [
      ["order by id desc off", "set ${(place.page + 1) * 30} limit 30"],
      ["order by id off", "set 1"],
      ["  .off", "set(keep)"],
      ["const skipped = (query.pa", "ge - 1) * query.per_page;"],
    ],
  },
  {
    claim: "files speak of the product, not of how and where it was made",
    applies: (file) => product(file) && !/^\.(ci|gitignore)/.test(file.path),
    breaks: new RegExp(
      [
        "(^|[^\\w.])/wo" + "rk/",
        "/tmp/bri" + "ef",
        "\\bfar" + "m-",
        "registry\\.(np" + "mjs|ya" + "rnpkg)\\.",
        "/wo" + "rk\\b.{0,9}\\bsha" + "red\\b",
        "\\b(cla" + "ude|anth" + "ropic|chat" + "gpt|co" + "pilot)\\b",
        "\\b(issue|ticket)s? #?\\d+",
        "\\b(screens|promises|interfaces|picks)\\.(m" + "d|js" + "on)\\b",
        "\\bspec\\.t" + "xt\\b",
        "\\bwork(ing)? ses" + "sions?\\b",
      ].join("|"),
      "i",
    ),
    examples: [
      ["see /wo", "rk/main"],
      ["far", "m-request"],
      ["https://registry.np", "mjs.org"],
      ["Cla", "ude"],
      ["iss", "ue #12"],
      ["spec.t", "xt"],
    ],
  },
];

/** Lines of a file that break a convention. */
export function offencesIn(file: SourceFile, { breaks }: LineConvention): Offence[] {
  return file.lines.flatMap((line, index) =>
    breaks.test(line) ? [`${file.path}:${index + 1} ${line.trim().slice(0, 120)}`] : [],
  );
}

/** Source files of more lines than `limit`. Migrations are history and may be longer. */
export function tooLong(files: readonly SourceFile[], limit: number): Offence[] {
  return files
    .filter((file) => (isCode(file) || file.path.endsWith(".css")) && !file.path.includes("/migrations/"))
    .filter(({ lines }) => lines.length > limit)
    .map(({ path, lines }) => `${path}:${limit + 1} has ${lines.length} lines`);
}

/** Files and folders named after nothing in particular. */
export function emptyNames(files: readonly SourceFile[]): Offence[] {
  const vague = /^(utils?|helpers?|common|misc|managers?)$/i;
  const words = (name: string): string[] => name.replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2").split(/[-_.]/);
  return files
    .filter((file) => isCode(file) && file.path.split("/").some((part) => words(part).some((word) => vague.test(word))))
    .map(({ path }) => `${path}:1`);
}

/**
 * Exported functions that others call without reading them, and that no docstring explains: those of the server's services and
 * those that take a database, a transaction or a context, and what another workspace may import from a package.
 */
export function unexplained(files: readonly SourceFile[]): Offence[] {
  const imported = new Set(
    files.flatMap(({ path, text }) =>
      [...text.matchAll(/"@kinora\/(\w+)\/([^"]+)"/g)].map(([, name, file]) =>
        path.startsWith(`packages/${name}/`) ? "" : `packages/${name}/src/${file}`,
      ),
    ),
  );
  const takesContext = /[:|&<] ?(Pick<)?(Services|Database|Tx|\w*Context)\b/;
  return files
    .filter((file) => !isTest(file) && (imported.has(file.path) || /^apps\/server\/src\/.*\.ts$/.test(file.path)))
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, index) => {
        const name = /^export (?:async |abstract )*(?:function\*?|class) (\w+)/.exec(line)?.[1];
        if (!name || lines[index - 1]?.trimEnd().endsWith("*/")) return [];
        // Its first line, or all up to the one that closes its parameters.
        const closes = /\(\{?$/.test(line) ? lines.findIndex((one, at) => at > index && /^[)}]/.test(one)) : index;
        const head = lines.slice(index, closes + 1).join("\n");
        const isOffered = imported.has(path) || path.endsWith("service.ts") || takesContext.test(head);
        return isOffered ? [`${path}:${index + 1} ${name}`] : [];
      }),
    );
}

/** Relative links of pages that lead nowhere. @param exists answers for a path from the repository's root. */
export function brokenLinks(pages: readonly SourceFile[], exists: (path: string) => boolean): Offence[] {
  return pages.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) =>
      [...line.matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, target]) => (target ?? "").replace(/#.*$/, ""))
        .filter((target) => target !== "" && !/^[a-z]+:/.test(target))
        .filter((target) => !exists(target.startsWith("/") ? target.slice(1) : `${dirname(path)}/${target}`))
        .map((target) => `${path}:${index + 1} ${target}`),
    ),
  );
}

/**
 * Files and folders that pages name in backticks, and that are not there. A path begins at the repository's root; one of code may begin at
 * any folder, as `live/streams.ts`, and a name of code alone may stand for a file in any folder.
 * @param paths the repository's files, from its root.
 */
export function missingFiles(pages: readonly SourceFile[], paths: readonly string[]): Offence[] {
  const there = new Set(paths.flatMap(withFolders));
  const endings = new Set(
    paths.flatMap((path) => path.split("/").map((_, index, parts) => parts.slice(index).join("/"))),
  );
  const isMissing = (path: string): boolean => {
    if (/^(apps|packages|tools|e2e|bench|docs|deploy)\//.test(path)) return !there.has(path) && !/\/dist\b/.test(path);
    return /\.(tsx?|mjs|css)$/.test(path) && !endings.has(path);
  };
  return pages.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) =>
      [...line.matchAll(/`(\w[\w./-]*[./][\w./-]*)`/g)]
        .map(([, named = ""]) => named)
        .filter((named) => isMissing(named.replace(/\/$/, "")))
        .map((named) => `${path}:${index + 1} ${named}`),
    ),
  );
}

/** A file with every folder that it is in: `a/b.ts` is `a` and `a/b.ts`. */
function withFolders(path: string): string[] {
  return path.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"));
}

/** Pictures that no page shows. @param pictures paths from the repository's root. */
export function unshownPictures(pages: readonly SourceFile[], pictures: readonly string[]): Offence[] {
  return pictures.filter((picture) => !pages.some(({ text }) => text.includes(`/${basename(picture)})`)));
}

/** Decisions that are too long, badly numbered or lack one of the four parts every decision has. */
export function brokenDecisions(decisions: readonly SourceFile[]): Offence[] {
  const parts = ["## Context", "## Decision", "## Consequences", "## What would change our mind"];
  return decisions.flatMap(({ path, lines }, index) => {
    const number = String(index + 1).padStart(4, "0");
    return [
      ...(basename(path).startsWith(`${number}-`) ? [] : [`${path}:1 should be number ${number}`]),
      ...(lines.length > 40 ? [`${path}:41 has ${lines.length} lines`] : []),
      ...parts.filter((part) => !lines.includes(part)).map((part) => `${path}:1 has no "${part}"`),
    ];
  });
}
