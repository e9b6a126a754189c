import { Button } from "@mantine/core";
import type { KeyboardEvent, ReactNode, SubmitEvent } from "react";
import styles from "./InlineForm.module.css";

/** Fields in a row of a table, which are saved with Enter and left with Escape. */
export function InlineForm({
  save,
  cancel,
  saving,
  onSave,
  onCancel,
  children,
}: {
  save: string;
  cancel: string;
  saving: boolean;
  onSave: () => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!saving) onSave();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") onCancel();
  };
  return (
    <div role="presentation" onKeyDown={press}>
      <form className={styles["form"]} onSubmit={submit} noValidate>
        {children}
        <Button type="submit" loading={saving}>
          {save}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {cancel}
        </Button>
      </form>
    </div>
  );
}
