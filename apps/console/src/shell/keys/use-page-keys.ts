import { useEffect, useRef } from "react";
import { isBusy } from "./go-keys.ts";

/** Keys of one page, such as `t`, and what each does. They rest while someone types or a dialog or menu is open. */
export function usePageKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
      const run = latest.current[event.key.toLowerCase()];
      if (run === undefined || isBusy(event.target)) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
