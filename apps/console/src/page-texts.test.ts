import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { roomTexts, texts } from "./texts.ts";

const SOURCE = import.meta.dirname;
const ROUTES = ["routes.tsx", "account-routes.tsx", "advanced-routes.tsx", "report-routes.tsx"];

/** `lazyPage(() => import("./page.tsx"), "room", …)`. */
const PAGE = /lazyPage\(\s*\(\) => import\("([^"]+)"\)([^)]*)\)/g;
/** `lazyPart(async () => (await import("./Part.tsx")).Part, { room: … })`, or with a name for the texts that come along. */
const PART = /lazyPart\(\s*async \(\) => \(await import\("([^"]+)"\)\)\.\w+,\s*(?:\{([^}]*)\}|(\w+)\))/g;
const IMPORT = /(?:^|\n)(?:import|export) (?!type )[^;]*?from "(\.[^"]+)"|import\("(\.[^"]+)"\)/g;
const TRANSLATION = /useTranslation\((?:"(\w+)"|\[([^\]]*)\])/g;

const quoted = (list: string): string[] => [...list.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name);

/** The rooms of texts that each page loads, by the page's file. */
function pages(): [file: string, rooms: string[]][] {
  return ROUTES.flatMap((routes) =>
    [...readFileSync(join(SOURCE, routes), "utf8").matchAll(PAGE)].map(
      ([, file = "", rooms = ""]): [string, string[]] => [join(SOURCE, file), quoted(rooms)],
    ),
  );
}

/** Files that a page shows and whose texts it does not load, each with the room they are in. */
function missingTexts(page: string, rooms: readonly string[]): string[] {
  const missing = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string, loaded: readonly string[]) => {
    const place = `${file} ${loaded.join(" ")}`;
    if (seen.has(place) || !existsSync(file)) return;
    seen.add(place);
    const code = readFileSync(file, "utf8");
    for (const [, one, several = ""] of code.matchAll(TRANSLATION))
      for (const room of one === undefined ? quoted(several) : [one])
        if (!loaded.includes(room)) missing.add(`${relative(SOURCE, file)} shows "${room}"`);
    const named = (name: string) => code.match(new RegExp(`const ${name} = \\{([^}]*)\\}`))?.[1] ?? "";
    const parts = new Map(
      [...code.matchAll(PART)].map(([, part = "", brought, name = ""]) => [part, brought ?? named(name)]),
    );
    for (const [, still, later] of code.matchAll(IMPORT)) {
      const found = still ?? later ?? "";
      const brought = [...(parts.get(found) ?? "").matchAll(/(\w+): async/g)].map(([, room = ""]) => room);
      if (/\.tsx?$/.test(found)) visit(join(dirname(file), found), [...loaded, ...brought]);
    }
  };
  visit(page, [...Object.keys(texts), ...rooms]);
  return [...missing];
}

test("every page loads the texts of all it shows", () => {
  const all = pages();
  expect(all.length).toBeGreaterThan(20);
  expect(all.flatMap(([, rooms]) => rooms).filter((room) => !(room in roomTexts))).toEqual([]);
  const missing = all.flatMap(([page, rooms]) =>
    missingTexts(page, rooms).map((text) => `${relative(SOURCE, page)}: ${text}`),
  );
  expect(missing).toEqual([]);
});

test("texts that a page forgets are found, also those of its parts", () => {
  expect(missingTexts(join(SOURCE, "restrictions/records/DeniedPage.tsx"), ["restrictions"])).toEqual([
    'restrictions/records/Denials.tsx shows "restriction"',
  ]);
});
