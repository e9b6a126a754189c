import { useEffect, useRef, useState, type ComponentType, type PointerEvent, type ReactNode } from "react";
import styles from "./TooltipLater.module.css";

interface HintProps {
  target: HTMLElement;
  label: string;
  opened: boolean;
}

const OPEN_DELAY_MS = 300;
let arrived: ComponentType<HintProps> | null = null;

/**
 * Says something about what a pointer rests on. The code that keeps it in place comes with the first pointer: it is a
 * quarter of a page's script, and keyboards and fingers never see it.
 */
export function TooltipLater({
  label,
  disabled = false,
  children,
}: {
  label: string;
  disabled?: boolean;
  children: ReactNode;
}) {
  const place = useRef<HTMLSpanElement>(null);
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [Hint, setHint] = useState<ComponentType<HintProps> | null>(() => arrived);
  const [over, setOver] = useState(false);
  const [rested, setRested] = useState(false);
  useEffect(() => {
    if (!over) return;
    const timer = setTimeout(() => setRested(true), OPEN_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setRested(false);
    };
  }, [over]);
  const come = ({ pointerType }: PointerEvent) => {
    if (pointerType === "touch" || disabled) return;
    const around = place.current?.firstElementChild;
    setTarget(around instanceof HTMLElement ? around : null);
    setOver(true);
    // A hint that does not come takes nothing away: what it says is the name of what it is about.
    if (!Hint)
      void fetchHint().then(
        (loaded) => setHint(() => loaded),
        () => {},
      );
  };
  const leave = () => setOver(false);
  return (
    <span ref={place} className={styles["place"]} onPointerEnter={come} onPointerLeave={leave} onPointerDown={leave}>
      {children}
      {Hint && target ? <Hint target={target} label={label} opened={rested && !disabled} /> : null}
    </span>
  );
}

async function fetchHint() {
  arrived ??= (await import("./TooltipHint.tsx")).TooltipHint;
  return arrived;
}
