import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Rolldown } from "vite";

type Modules = Rolldown.ChunkingContext;

const source = fileURLToPath(new URL("../src/", import.meta.url));
const [visitors, main] = [`${source}home.tsx`, `${source}main.tsx`];
const pages = globSync("*/**/*Page.tsx", { cwd: source }).map((file) => source + file);
const dashboard = `${source}dashboard/DashboardPage.tsx`;

const ICONS = /node_modules\/@tabler\//;
// One index names all of it: what a page needs is only known when unused code is gone, too late for `reached`. What floats brings its
// styles (packages/ui/src/floats.ts).
const CONTROLS = /node_modules\/(@mantine|@floating-ui|react-remove-scroll|react-number-format)\/|\/ui\/src\/floats\./;
// Nearly every page shows them, the first one too; what floats (menus, selects, tooltips, dialogs) is in `kit`.
const FIELDS =
  /@mantine\/(core\/esm\/(components\/(Badge|Checkbox|CloseButton|Group|Input|InputBase|Skeleton|Stack|Switch|Text|Textarea|TextInput|VisuallyHidden)|utils\/InlineInput|utils\/InputsGroupFieldset|core\/utils\/get-env)|hooks\/esm\/(use-(id|merged-ref|uncontrolled)|utils\/random-id))\//;
// What only pages of accounts, people and superusers show is apart from what everybody's pages share.
const OFFICES: ReadonlySet<string | undefined> = new Set(["accounts", "advanced", "billing", "users"]);
// Few pages ask for one.
const PASSWORD = /@mantine\/core\/esm\/components\/PasswordInput\//;

/**
 * Which file of the built console holds a module, so that a page asks for a dozen files instead of sixty: what visitors
 * see first, the console's frame with what the dashboard shows, everything that three further pages of two rooms show (apart
 * for pages of people and accounts), one file for what a room's pages share, and one for the rest of a page. What opens
 * later stays in files of its own, cut where they are shared (rolldown.rs/in-depth/manual-code-splitting). The kit, the
 * controls that float, is fetched when the browser is idle: no page imports it at once.
 *
 * Each file imports only those before it in this order, so that nothing runs before what it needs:
 * react, icons, home, vendor, controls, fields, frame, kit, password, shared, offices, a room's, a page's.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  const apart = { includeDependenciesRecursively: false };
  let home: Set<string> | undefined;
  let frame: Set<string> | undefined;
  let shown: (readonly [page: string, modules: Set<string>])[] | undefined;

  const inFrame = (id: string, modules: Modules): string | null => {
    if (id === visitors || id === main || modules.getModuleInfo(id)?.isEntry) return null;
    if (CONTROLS.test(id)) return "kit";
    const library = id.includes("/node_modules/");
    home ??= reached(modules, [visitors]);
    if (home.has(id)) return library ? "react" : "home";
    frame ??= reached(modules, [main]);
    if (frame.has(id)) return library ? "vendor" : "frame";
    const shownBy = showing(id, modules);
    const rooms = new Set(shownBy.map(roomOf));
    if (shownBy.length < 3 || rooms.size === 1) return null;
    if ([...rooms].every((room) => OFFICES.has(room))) return "offices";
    return shownBy.includes(dashboard) ? "frame" : "shared";
  };
  const inRoom = (id: string, modules: Modules): string | null => {
    const [first, ...others] = showing(id, modules);
    if (first === undefined) return null;
    if (others.length === 0) return `${first.split("/").at(-1)?.replace(".tsx", "")}Parts`;
    return others.every((other) => roomOf(other) === roomOf(first)) ? `${roomOf(first)}Parts` : null;
  };
  /** The pages that show a module at once. */
  const showing = (id: string, modules: Modules): string[] => {
    if (!id.startsWith("/") || id.includes("/node_modules/") || pages.includes(id)) return [];
    shown ??= pages.map((page) => [page, reached(modules, [page])] as const);
    return shown.flatMap(([page, all]) => (all.has(id) ? [page] : []));
  };

  const neither = (id: string) => !CONTROLS.test(id) && !ICONS.test(id);
  return [
    { ...apart, name: "icons", test: ICONS, minShareCount: 2, priority: 4 },
    { ...apart, name: "password", test: PASSWORD, priority: 4 },
    { ...apart, name: "controls", test: CONTROLS, tags: ["$initial"], priority: 3 },
    { ...apart, name: "fields", test: FIELDS, priority: 2 },
    { ...apart, name: inFrame, test: (id) => !ICONS.test(id), priority: 1 },
    { ...apart, name: inRoom, test: neither, minShareCount: 2 },
  ];
}

function roomOf(page: string): string | undefined {
  return page.slice(source.length).split("/")[0];
}

/** Modules and everything they import at once. */
function reached(modules: Modules, from: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
