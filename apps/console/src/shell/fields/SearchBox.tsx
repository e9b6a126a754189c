import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { effectiveSearch, useSettled } from "../../platform/use-settled.ts";
import { SearchField } from "./SearchField.tsx";

/** A search that waits 500 ms after the last key and needs 3 letters; `/` leads to it. */
export function SearchBox({
  value,
  label,
  onSearch,
}: {
  value: string;
  label: string;
  onSearch: (search: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const [from, setFrom] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });

  // Back and forward change the address: the box follows.
  if (from !== value) {
    setFrom(value);
    if (effectiveSearch(typed) !== value) setTyped(value);
  }

  const settled = useSettled(typed);
  useEffect(() => {
    if (settled === typed && effectiveSearch(settled) !== value) search.current(effectiveSearch(settled));
  }, [settled, typed, value]);

  // Before the field is painted: who sees it may press the key at once.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (event.key !== "/" || typing || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);

  return <SearchField ref={input} typed={typed} label={label} onType={setTyped} />;
}
