import { cloneElement, useEffect, useRef, useState, type ComponentType, type ReactElement } from "react";
import { flushSync } from "react-dom";
import { loadChunk } from "../../platform/chunks.ts";
import { whenIdle } from "../../platform/when-idle.ts";
import styles from "./FrameMenu.module.css";

/** What a menu of the frame is given: the button it belongs to, and whether it is open. */
export interface FrameMenuProps {
  target: ReactElement<TargetProps>;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

interface TargetProps {
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
  onClick?: () => void;
}

/**
 * A menu of the frame. Its button is on the first page, which is shown before the controls are there (menus, selects,
 * tooltips: one file): they are fetched when the browser is idle, or at once when the button is clicked.
 */
export function FrameMenu({
  load,
  children,
}: {
  /** The same function in every rendering. */
  load: () => Promise<ComponentType<FrameMenuProps>>;
  children: ReactElement<TargetProps>;
}) {
  const [Menu, setMenu] = useState<ComponentType<FrameMenuProps> | null>(null);
  const [opened, setOpened] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  // A fetch that fails matters when the menu is asked for, which fetches again.
  useEffect(() => whenIdle(() => void load().catch(() => {})), [load]);
  const open = async () => {
    const loaded = await loadChunk(load);
    flushSync(() => setMenu(() => loaded));
    // The menu has a button of its own; it must have the focus before the menu takes it, to get it back.
    place.current?.querySelector("button")?.focus({ preventScroll: true });
    setOpened(true);
  };
  return (
    <span ref={place} className={styles["place"]}>
      {Menu ? (
        <Menu target={children} opened={opened} onChange={setOpened} />
      ) : (
        <Waiting target={children} onOpen={() => void open()} />
      )}
    </span>
  );
}

/** The button before its menu is there. */
const Waiting = ({ target, onOpen }: { target: ReactElement<TargetProps>; onOpen: () => void }) =>
  cloneElement(target, { "aria-haspopup": "menu", "aria-expanded": false, onClick: onOpen });
