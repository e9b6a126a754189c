import { useLayoutEffect, useState, type RefObject } from "react";

/** A tab that its row has no room for. */
export interface TabWithoutRoom {
  label: string;
  isOpen: boolean;
  choose: () => void;
}

const isOpen = (tab: Element) => tab.matches("[aria-current=page], [aria-selected=true]");

/**
 * Finds the tabs at the end of a row that has no room for them, and marks them with `data-over`: they are offered in
 * another way. Reads again as the row or a tab changes its width.
 */
export function useTabsWithoutRoom(
  row: RefObject<HTMLElement | null>,
  open: string,
  enabled: boolean,
): readonly TabWithoutRoom[] {
  const [without, setWithout] = useState<readonly TabWithoutRoom[]>([]);
  useLayoutEffect(() => {
    const list = row.current;
    if (!list) return;
    const read = () => {
      const tabs = [...list.children] as HTMLElement[];
      const end = list.getBoundingClientRect().right + 0.5;
      const over = enabled ? tabs.filter((tab) => tab.getBoundingClientRect().right > end) : [];
      for (const tab of tabs) tab.toggleAttribute("data-over", over.includes(tab));
      setWithout((before) => (sameTabs(before, over) ? before : over.map(describe)));
    };
    read();
    const observer = new ResizeObserver(read);
    for (const measured of [list, ...list.children]) observer.observe(measured);
    return () => observer.disconnect();
  }, [row, open, enabled]);
  return without;
}

const describe = (tab: HTMLElement): TabWithoutRoom => ({
  label: tab.textContent,
  isOpen: isOpen(tab),
  choose: () => tab.click(),
});

const sameTabs = (before: readonly TabWithoutRoom[], over: readonly HTMLElement[]) =>
  before.length === over.length &&
  before.every(({ label, isOpen: was }, index) => {
    const tab = over[index];
    return tab !== undefined && tab.textContent === label && isOpen(tab) === was;
  });
