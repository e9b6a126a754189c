import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { effectiveSearch, isTooShort, useSettled } from "../platform/useSettled.ts";
import styles from "./SearchBox.module.css";

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
  const { t } = useTranslation("layout");
  const [typed, setTyped] = useState(value);
  const [from, setFrom] = useState(value);
  const hint = useId();
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

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (event.key !== "/" || typing || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);

  const short = isTooShort(typed);
  return (
    <div className={styles["search"]}>
      <TextInput
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={16} stroke={1.6} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        aria-describedby={short ? hint : undefined}
      />
      {short ? (
        <span id={hint} role="status" className={styles["hint"]}>
          {t("minimumSearch")}
        </span>
      ) : null}
    </div>
  );
}
