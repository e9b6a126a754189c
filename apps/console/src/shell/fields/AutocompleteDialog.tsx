import { TextInput } from "@mantine/core";
import { useState } from "react";
import { lazyPart } from "../../platform/lazy-part.ts";
import { Later } from "../menus/Later.tsx";
import { EndOfField } from "./EndOfField.tsx";
import type { AutocompleteProps } from "./use-autocomplete.ts";

const Search = lazyPart(async () => (await import("./AutocompleteSearch.tsx")).AutocompleteSearch);

/** A field that completes names on a small screen: it opens a dialog of its own (spec §9). */
export function AutocompleteDialog(props: AutocompleteProps) {
  const { label, value, onChange, placeholder, description, error, disabled = false, below } = props;
  const [opened, setOpened] = useState(false);
  return (
    <>
      <TextInput
        label={label}
        placeholder={placeholder}
        description={description}
        error={error}
        inputContainer={(input) => (below ? <div>{[input, below]}</div> : input)}
        disabled={disabled}
        readOnly
        aria-haspopup="dialog"
        value={value?.name ?? ""}
        rightSection={value && !disabled ? <EndOfField waiting={false} onClear={() => onChange(null)} /> : null}
        onClick={() => setOpened(true)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          setOpened(true);
        }}
      />
      <Later when={opened}>
        <Search {...props} opened={opened} onClose={() => setOpened(false)} />
      </Later>
    </>
  );
}
