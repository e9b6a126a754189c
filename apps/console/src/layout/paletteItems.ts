/** One line of the palette. */
export interface PaletteItem {
  key: string;
  label: string;
  /** Where it belongs, shown beside it. */
  group: string;
  run: () => void;
}

/** The items whose label or group holds every word typed, those that begin with the text first. */
export function matchingItems(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const text = typed.trim().toLowerCase();
  if (text === "") return [...items];
  const words = text.split(/\s+/);
  const begins = ({ label }: PaletteItem) => label.toLowerCase().startsWith(text);
  return items
    .filter(({ label, group }) => words.every((word) => `${label} ${group}`.toLowerCase().includes(word)))
    .toSorted((a, b) => Number(begins(b)) - Number(begins(a)));
}

/** What the open page offers in its header: the palette presses the same buttons. */
export function pageActions(group: string): PaletteItem[] {
  const buttons = [
    ...document.querySelectorAll<HTMLElement>("[data-page-actions] :is(a[href], button:not([disabled]))"),
  ];
  return buttons.flatMap((button, index) => {
    const label = (button.getAttribute("aria-label") ?? button.textContent).trim();
    return label === "" ? [] : [{ key: `page-${index}`, label, group, run: () => button.click() }];
  });
}
