import { findCues, replaceInCues } from "@kinora/domain/videos/caption-editing.ts";
import { Button, Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "../../../platform/i18n.ts";
import { onEnter } from "./editor-keys.ts";
import type { CaptionEdits } from "./use-caption-edits.ts";
import styles from "./Editor.module.css";

/** What is looked for, where it is, and what replaces it. */
function useFinding({ cues, selected, select, edit }: CaptionEdits) {
  const [searched, setSearched] = useState({ text: "", matchCase: false });
  const [replaced, setReplaced] = useState<number | null>(null);
  const found = findCues(cues, searched);
  return {
    searched,
    found,
    /** How many places were replaced, until something else is looked for. */
    replaced,
    canReplace: selected !== null && found.includes(selected.id),
    search(change: Partial<typeof searched>) {
      setSearched({ ...searched, ...change });
      setReplaced(null);
    },
    next() {
      const now = cues.findIndex(({ id }) => id === selected?.id);
      const id = found.find((each) => cues.findIndex((cue) => cue.id === each) > now) ?? found[0];
      if (id !== undefined) select(id);
    },
    /** In the selected caption, or in all. */
    replace(replacement: string, where: "selected" | "all") {
      const done = replaceInCues(cues, searched, replacement, where === "all" ? null : (selected?.id ?? null));
      edit(done.cues);
      setReplaced(done.count);
    },
  };
}

/** Finds captions by their text, and replaces it in one or in all. */
export function FindForm({ edits, onClose }: { edits: CaptionEdits; onClose: () => void }) {
  const { t } = useTranslation("captionsEditor");
  const [replacement, setReplacement] = useState("");
  const { searched, found, replaced, canReplace, search, next, replace } = useFinding(edits);
  const { text, matchCase } = searched;
  const searchedFor = text === "" ? "" : t("found", { count: found.length });
  return (
    <div className={styles["form"]}>
      <TextInput
        label={t("findText")}
        value={text}
        dir="auto"
        autoFocus
        onChange={(event) => search({ text: event.currentTarget.value })}
        onKeyDown={onEnter(next)}
      />
      <TextInput
        label={t("replaceText")}
        value={replacement}
        dir="auto"
        onChange={(event) => setReplacement(event.currentTarget.value)}
      />
      <Checkbox
        label={t("matchCase")}
        checked={matchCase}
        onChange={(event) => search({ matchCase: event.currentTarget.checked })}
      />
      <div className={styles["buttons"]}>
        <Button variant="default" disabled={found.length === 0} onClick={next}>
          {t("findNext")}
        </Button>
        <Button variant="default" disabled={!canReplace} onClick={() => replace(replacement, "selected")}>
          {t("replaceOne")}
        </Button>
        <Button disabled={found.length === 0} onClick={() => replace(replacement, "all")}>
          {t("replaceAll")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("cancel")}
        </Button>
      </div>
      <p role="status" className={styles["note"]}>
        {replaced === null ? searchedFor : t("replaced", { count: replaced })}
      </p>
    </div>
  );
}
