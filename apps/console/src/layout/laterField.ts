import { useId, useRef, useState, type ChangeEvent, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { loadChunk } from "../platform/chunks.ts";

/** What stands in for a field gives to its input. */
export interface StandIn {
  id: string;
  role: "combobox";
  "aria-haspopup": "listbox";
  "aria-expanded": false;
  autoComplete: "off";
  onPointerEnter: () => void;
  onPointerDown: () => void;
  onFocus: () => void;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/**
 * Makes the hook of a field whose list comes later: lists that float, and what keeps them in place, are heavier than the
 * pages they stand in. A plain input looks and is called the same; the code comes when somebody reaches for it, and the
 * real field takes over with the focus and what was typed. Once it is there, fields start as they are.
 */
export function createLaterField<Part>(load: () => Promise<Part>) {
  let arrived: Part | null = null;
  const fetchPart = async () => {
    arrived ??= await load();
    return arrived;
  };

  /** `typing`: letters may be typed into the field. `opensOnFocus`: its list opens as soon as a key brought the focus. */
  return function useLaterField(typing: boolean, opensOnFocus: boolean) {
    const id = useId();
    const [part, setPart] = useState<Part | null>(() => arrived);
    const [typed, setTyped] = useState<string | null>(null);
    const asked = useRef({ typed: null as string | null, enter: false, pressed: false, opening: false });

    const takeOver = async () => {
      if (asked.current.opening) return;
      asked.current.opening = true;
      const loaded = await loadChunk(fetchPart).finally(() => {
        asked.current.opening = false;
      });
      const focused = document.activeElement?.id === id;
      flushSync(() => setPart(() => loaded));
      const input = document.getElementById(id);
      // Who went on meanwhile is not called back.
      if (focused && input instanceof HTMLInputElement) goOn(input, asked.current);
    };
    const standIn: StandIn = {
      id,
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": false,
      autoComplete: "off",
      // A failed load shows when the list is asked for, not when a pointer passes by.
      onPointerEnter: () => void fetchPart().catch(() => {}),
      onPointerDown() {
        asked.current.pressed = true;
      },
      onFocus() {
        void fetchPart().catch(() => {});
        // Under a pointer the field must stay itself until the click is whole.
        if (opensOnFocus && !asked.current.pressed) void takeOver();
      },
      onClick: () => void takeOver(),
      onKeyDown(event) {
        const opens = event.key.startsWith("Arrow") && event.key !== "ArrowLeft" && event.key !== "ArrowRight";
        const isButton = !typing && (event.key === "Enter" || event.key === " ");
        const takes = event.key === "Enter" && asked.current.typed !== null;
        if (takes) asked.current.enter = true;
        if (!opens && !isButton && !takes) return;
        event.preventDefault();
        void takeOver();
      },
    };
    const onChange = (event: ChangeEvent<HTMLInputElement>) => {
      asked.current.typed = event.currentTarget.value;
      setTyped(event.currentTarget.value);
      void takeOver();
    };
    return { part, id, standIn, typed, onChange };
  };
}

/** Does with the real field what was done with the one that stood for it. */
function goOn(input: HTMLInputElement, { typed, enter }: { typed: string | null; enter: boolean }): void {
  input.focus({ preventScroll: true });
  flushSync(() => input.click());
  if (typed === null) return;
  // Past React's own notion of the value, as if it had been typed here.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, typed);
  flushSync(() => input.dispatchEvent(new Event("input", { bubbles: true })));
  input.setSelectionRange(typed.length, typed.length);
  if (enter)
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", code: "Enter", bubbles: true, cancelable: true }));
}
