import { useEffect, type Dispatch, type SetStateAction } from "react";

/** Keeps what is typed while a field is on its way to the focus: its code may have to be fetched first. */
export function useTypingAhead(waiting: boolean, setTyped: Dispatch<SetStateAction<string>>): void {
  useEffect(() => {
    if (!waiting) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      // Once a field has the focus, its own keys are its own.
      if (event.target instanceof HTMLInputElement && event.target.closest('[role="dialog"]')) return;
      if (event.key === "Backspace") setTyped((typed) => typed.slice(0, -1));
      else if (event.key.length === 1) setTyped((typed) => typed + event.key);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("keydown", press, { capture: true });
    return () => document.removeEventListener("keydown", press, { capture: true });
  }, [waiting, setTyped]);
}
