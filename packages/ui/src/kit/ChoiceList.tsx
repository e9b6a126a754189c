import { Box, TextInput } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import type { Option } from "./filters.ts";
import { kitTexts } from "./kit-texts.ts";
import styles from "./FilterPanels.module.css";

type ListedOption = Option & { icon?: ReactNode };

/** A list one types into to find a choice: the arrows walk through it, Enter chooses. */
export function ChoiceList({
  label,
  options,
  value,
  onChoose,
}: {
  label: string;
  options: readonly ListedOption[];
  value?: string | undefined;
  onChoose: (value: string) => void;
}) {
  const id = useId();
  const { typed, type, at, setAt, found, press } = useChoices(options, value, onChoose);
  return (
    <div className={styles["choices"]}>
      <TextInput
        autoFocus
        data-autofocus
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found[at] ? `${id}-${at}` : undefined}
        placeholder={kitTexts.find}
        value={typed}
        onKeyDown={press}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} className={styles["list"]}>
        {found.map((option, index) => (
          <Choice
            key={option.value}
            id={`${id}-${index}`}
            option={option}
            chosen={option.value === value}
            at={index === at}
            onPoint={() => setAt(index)}
            onChoose={onChoose}
          />
        ))}
        {found.length === 0 ? (
          <Box component="p" p="xs" m={0} c="dimmed">
            {kitTexts.noOptions}
          </Box>
        ) : null}
      </div>
    </div>
  );
}

/** What is typed, which options it leaves, and which one of them the arrows have come to. */
function useChoices(options: readonly ListedOption[], value: string | undefined, onChoose: (value: string) => void) {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.value === value),
    ),
  );
  const found = options.filter((option) => option.label.toLowerCase().includes(typed.trim().toLowerCase()));
  const press = (event: KeyboardEvent) => {
    const chosen = found[at];
    if (event.key === "Enter" && chosen) onChoose(chosen.value);
    else if (event.key === "ArrowDown") setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
    else return;
    event.preventDefault();
  };
  const type = (text: string) => {
    setTyped(text);
    setAt(0);
  };
  return { typed, type, at, setAt, found, press };
}

function Choice({
  id,
  option,
  chosen,
  at,
  onPoint,
  onChoose,
}: {
  id: string;
  option: ListedOption;
  chosen: boolean;
  /** Whether Enter would choose it. */
  at: boolean;
  onPoint: () => void;
  onChoose: (value: string) => void;
}) {
  return (
    <button
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      data-at={at}
      className={styles["option"]}
      onMouseMove={onPoint}
      onClick={() => onChoose(option.value)}
    >
      {option.icon ? <span className={styles["icon"]}>{option.icon}</span> : null}
      <bdi className="truncate">{option.label}</bdi>
      {chosen ? <IconCheck size={14} stroke={2} aria-hidden="true" /> : null}
    </button>
  );
}
