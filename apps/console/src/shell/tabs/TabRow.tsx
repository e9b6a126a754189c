import { ActionMenu } from "@kinora/ui/kit/ActionMenu.tsx";
import { IconChevronDown } from "@tabler/icons-react";
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { BREAKPOINTS, useNarrowerThan } from "../../platform/use-media-query.ts";
import { useCutEdges } from "./use-cut-edges.ts";
import { useTabsWithoutRoom } from "./use-tabs-without-room.ts";
import styles from "./PageTabs.module.css";

interface TabRowProps {
  label: string;
  /** Says which tab is open, in any words that change with it. */
  open: string;
  /** Links are pages or parts with an address; tabs change what stands below them. */
  as?: "links" | "tabs";
  /** Links or buttons of the class `tab`, the open one marked by `aria-current` or `aria-selected`. */
  children: ReactNode;
}

/**
 * A row of tabs. Those without room are in a menu at its end; on a phone the row scrolls instead, and fades at the edges
 * that cut it.
 */
export function TabRow({ label, open, as = "links", children }: TabRowProps) {
  const phone = useNarrowerThan(BREAKPOINTS.breadcrumb);
  const list = useRef<HTMLDivElement>(null);
  const menu = useTabsWithoutRoom(list, open, !phone);
  useOpenTabInView(list, open, phone);
  useCutEdges(list, phone);
  return (
    <div className={styles["row"]}>
      {as === "links" ? (
        <nav className={styles["frame"]} aria-label={label}>
          <div ref={list} className={styles["tabs"]}>
            {children}
          </div>
        </nav>
      ) : (
        <div ref={list} role="tablist" aria-label={label} className={styles["tabs"]}>
          {children}
        </div>
      )}
      {menu.length === 0 ? null : <MoreTabs tabs={menu} />}
    </div>
  );
}

/** The tabs without room; the button has the name of the open one if it is among them. */
function MoreTabs({ tabs }: { tabs: ReturnType<typeof useTabsWithoutRoom> }) {
  const { t } = useTranslation("layout");
  const current = tabs.find(({ isOpen }) => isOpen);
  return (
    <ActionMenu actions={tabs.map(({ label, choose }) => ({ label, icon: null, onChoose: choose }))}>
      <button type="button" className={styles["more"]} data-status={current ? "active" : undefined}>
        {current?.label ?? t("moreTabs")}
        <IconChevronDown size={14} stroke={1.6} aria-hidden="true" />
      </button>
    </ActionMenu>
  );
}

/** Pixels of the edge that fades where the row continues; the open tab is kept clear of it. */
const FADE = 28;
const OPEN = "[aria-current=page], [aria-selected=true]";

/** Scrolls a row of tabs that is wider than its place to the open one; the page itself stays where it is. */
function useOpenTabInView(row: RefObject<HTMLElement | null>, open: string, enabled: boolean): void {
  useLayoutEffect(() => {
    const tab = row.current?.querySelector(OPEN);
    const list = row.current;
    if (!list || !tab || !enabled) return;
    const [place, shown] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
    const [before, after] = [shown.left - place.left - FADE, shown.right - place.right + FADE];
    if (before < 0) list.scrollBy({ left: before, behavior: "instant" });
    else if (after > 0) list.scrollBy({ left: after, behavior: "instant" });
  }, [row, open, enabled]);
}
