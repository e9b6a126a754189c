import { cloneElement, useRef, useState, type ComponentType, type ReactElement } from "react";
import { flushSync } from "react-dom";
import { loadChunk } from "../platform/chunks.ts";
import styles from "./MenuLater.module.css";

/** What a menu that comes later is given: the button it belongs to, and whether it is open. */
export interface MenuParts {
  target: ReactElement<TargetProps>;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

/** What a menu gives to its button. */
export interface TargetProps {
  "aria-haspopup"?: "menu" | "dialog";
  "aria-expanded"?: boolean;
  onClick?: () => void;
  onFocus?: () => void;
  onPointerEnter?: () => void;
}

/**
 * A button that stands at once and a menu whose code comes when somebody reaches for it: menus are a tenth of the first
 * page's script, and few visits open one.
 */
export function MenuLater<Subject>({
  load,
  subject,
  popup = "menu",
  children,
}: {
  load: () => Promise<ComponentType<MenuParts & { subject: Subject }>>;
  /** What the menu is about. */
  subject: Subject;
  popup?: "menu" | "dialog";
  children: ReactElement<TargetProps>;
}) {
  const [Menu, setMenu] = useState<ComponentType<MenuParts & { subject: Subject }> | null>(null);
  const [opened, setOpened] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  // A failed load shows when the menu is asked for, not when a pointer passes by.
  const prepare = () => void load().catch(() => {});
  const open = async () => {
    const loaded = await loadChunk(load);
    flushSync(() => setMenu(() => loaded));
    // The button was drawn anew: it has the focus again before the menu takes it, so that it gets it back.
    place.current?.querySelector("button")?.focus({ preventScroll: true });
    setOpened(true);
  };
  // A popover leaves to its button when it opens and closes; a menu sees to that itself.
  const target = popup === "dialog" ? cloneElement(children, { onClick: () => setOpened(!opened) }) : children;
  return (
    <span ref={place} className={styles["place"]}>
      {Menu ? (
        <Menu subject={subject} target={target} opened={opened} onChange={setOpened} />
      ) : (
        <Waiting popup={popup} target={children} onOpen={() => void open()} onNear={prepare} />
      )}
    </span>
  );
}

interface WaitingProps {
  target: MenuParts["target"];
  popup: "menu" | "dialog";
  onOpen: () => void;
  onNear: () => void;
}

/** The button before its menu is there. */
const Waiting = ({ target, popup, onOpen, onNear }: WaitingProps) =>
  cloneElement(target, {
    "aria-haspopup": popup,
    "aria-expanded": false,
    onClick: onOpen,
    onFocus: onNear,
    onPointerEnter: onNear,
  });
