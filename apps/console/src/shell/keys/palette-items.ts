import { fold } from "@kinora/domain/folded-text.ts";
import type { ReactNode } from "react";

/** The groups of the palette, in their order. */
export const PALETTE_GROUPS = [
  "page",
  "go",
  "settings",
  "fields",
  "advanced",
  "actions",
  "tags",
  "videos",
  "streams",
  "people",
] as const;
export type PaletteGroup = (typeof PALETTE_GROUPS)[number];

/** One line of the palette. */
export interface PaletteItem {
  key: string;
  label: string;
  group: PaletteGroup;
  icon?: ReactNode;
  /** Said beside it: where it is, or its state. */
  detail?: ReactNode;
  /** Further words it is found by. */
  words?: string;
  run: () => void;
  /** What else can be done with it, offered by the right arrow. */
  actions?: readonly PaletteItem[];
}

/** What a text asks for: everything, only actions (`>`), or only tags (`#`). */
export function readTyped(typed: string): { scope: "all" | "actions" | "tags"; text: string } {
  const text = typed.trimStart();
  if (text.startsWith(">")) return { scope: "actions", text: text.slice(1).trim() };
  if (text.startsWith("#")) return { scope: "tags", text: text.slice(1).trim() };
  return { scope: "all", text: text.trim() };
}

const ACTIONS: readonly PaletteGroup[] = ["page", "actions"];
const isIn = (scope: "all" | "actions" | "tags", { group }: PaletteItem) =>
  scope === "all" ? group !== "tags" : scope === "tags" ? group === "tags" : ACTIONS.includes(group);

/** While nothing is typed, only what leads somewhere: the rest is found by its name. */
const SHOWN_UNASKED: readonly PaletteGroup[] = ["page", "go", "settings", "advanced", "actions", "tags"];

/**
 * The items that hold every word typed, group by group: within a group those that begin with the text come first, and
 * a group that has one of these comes before the others.
 */
export function matchingItems(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const { scope, text: asked } = readTyped(typed);
  const text = fold(asked);
  const inScope = items.filter((item) => isIn(scope, item));
  if (text === "") return inScope.filter(({ group }) => SHOWN_UNASKED.includes(group));
  const words = text.split(/\s+/);
  const begins = ({ label }: PaletteItem) => fold(label).startsWith(text);
  const found = inScope.filter((item) => {
    const searched = fold(`${item.label} ${item.words ?? ""}`);
    return words.every((word) => searched.includes(word));
  });
  return PALETTE_GROUPS.map((group) => found.filter((item) => item.group === group))
    .map((group) => group.toSorted((a, b) => Number(begins(b)) - Number(begins(a))))
    .toSorted((a, b) => Number(startsWell(b, begins)) - Number(startsWell(a, begins)))
    .flat();
}

/** What the server finds comes late: it never moves up before what is shown and may be chosen by then. */
const LATE: readonly PaletteGroup[] = ["videos", "streams", "people"];
const startsWell = ([first]: readonly PaletteItem[], begins: (item: PaletteItem) => boolean) =>
  first !== undefined && !LATE.includes(first.group) && begins(first);

/** What the open page offers in its header: the palette presses the same buttons. */
export function pageActions(): PaletteItem[] {
  const buttons = [
    ...document.querySelectorAll<HTMLElement>("[data-page-actions] :is(a[href], button:not([disabled]))"),
  ];
  return buttons.flatMap((button, index) => {
    const label = (button.getAttribute("aria-label") ?? button.textContent).trim();
    return label === "" ? [] : [{ key: `page-${index}`, label, group: "page", run: () => button.click() }];
  });
}
