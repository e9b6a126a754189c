import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { SidebarLink } from "../frame/sidebar-links.ts";

/** Keys that go somewhere: `g` and a letter, or one letter alone. */
export const GO_KEYS: Readonly<Record<string, string>> = {
  "g d": "/dashboard",
  "g v": "/video",
  "g l": "/live",
  "g a": "/analytics",
  u: "/upload",
};

/** The second key of a pair has to follow within this time. */
const PAIR_MS = 1200;

interface Keys {
  links: readonly Pick<SidebarLink, "to">[];
  onPalette: () => void;
  onSheet: () => void;
}

/** Follows the keys that work on every page. They rest while someone types or a dialog or menu is open. */
export function useGoKeys(keys: Keys): void {
  const navigate = useNavigate();
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    let begunAt = 0;
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault();
        latest.current.onPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isBusy(event.target)) return;
      if (event.key === "?") {
        event.preventDefault();
        latest.current.onSheet();
        return;
      }
      const paired = event.timeStamp - begunAt < PAIR_MS && begunAt > 0;
      begunAt = event.key === "g" && !paired ? event.timeStamp : 0;
      const to = GO_KEYS[paired ? `g ${event.key}` : event.key];
      // A page that is not offered would only lead back to the dashboard.
      if (to === undefined || !latest.current.links.some((link) => link.to === to)) return;
      event.preventDefault();
      void navigate({ to });
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [navigate]);
}

/** Whether keys belong to what has the focus, or to a dialog or menu. */
export function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="menu"], [aria-modal="true"]')) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && target.type !== "checkbox";
}
