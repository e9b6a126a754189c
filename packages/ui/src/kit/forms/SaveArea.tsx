import { Box, Button } from "@mantine/core";
import { createContext, useEffect, useRef, useState, type ReactNode } from "react";
import { kitTexts } from "../kit-texts.ts";
import styles from "./SaveArea.module.css";

/** A form with unsaved changes. */
export interface UnsavedForm {
  saving: boolean;
  save: () => void;
  discard: () => void;
}

/** Takes what a form of the area has unsaved; null once it has nothing. */
export const SaveAreaContext = createContext<((id: string, unsaved: UnsavedForm | null) => void) | null>(null);

/**
 * Forms with one bar, which saves or discards whatever is unsaved in them. Ctrl/Cmd+S saves. The page asks before it is
 * left while `onDirty` says so.
 */
export function SaveArea({ onDirty, children }: { onDirty: (dirty: boolean) => void; children: ReactNode }) {
  const [forms, setForms] = useState<ReadonlyMap<string, UnsavedForm>>(new Map());
  const [put] = useState(() => (id: string, unsaved: UnsavedForm | null) => {
    setForms((now) => {
      const others = [...now].filter(([other]) => other !== id);
      return new Map(unsaved ? [...others, [id, unsaved]] : others);
    });
  });
  const unsaved = [...forms.values()];
  const dirty = unsaved.length > 0;
  const save = useRef(() => {});
  useEffect(() => {
    save.current = () => unsaved.forEach((form) => form.save());
  });
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      save.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return (
    <SaveAreaContext value={put}>
      <div className={styles["area"]}>
        {children}
        {dirty ? (
          <div className={styles["bar"]} role="region" aria-label={kitTexts.unsaved}>
            <Box component="span" flex={1}>
              {kitTexts.unsaved}
            </Box>
            <Button variant="default" onClick={() => unsaved.forEach((form) => form.discard())}>
              {kitTexts.discard}
            </Button>
            <Button loading={unsaved.some(({ saving }) => saving)} onClick={() => save.current()}>
              {kitTexts.saveChanges}
            </Button>
          </div>
        ) : null}
      </div>
    </SaveAreaContext>
  );
}
