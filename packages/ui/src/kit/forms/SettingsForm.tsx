import { IconLock } from "@tabler/icons-react";
import { useContext, useEffect, useId, useRef, type ReactNode, type SubmitEvent } from "react";
import { FormErrors } from "./FormErrors.tsx";
import { SaveAreaContext } from "./SaveArea.tsx";
import { useFirstRefused } from "./use-first-refused.ts";
import type { AnyForm } from "./use-form.ts";
import styles from "./Settings.module.css";

/** Groups of settings which are saved together, by the bar of the `SaveArea` around them. */
export function SettingsForm({
  form,
  saving,
  locked,
  onSave,
  children,
}: {
  form: AnyForm;
  saving: boolean;
  /** Why nothing can be changed, shown while the form is read only. */
  locked?: string | undefined;
  onSave: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const put = useContext(SaveAreaContext);
  const element = useFirstRefused<HTMLFormElement>(form.refusals);
  const { dirty, reset } = form;
  const discard = useRef(reset);
  useEffect(() => {
    discard.current = reset;
  });
  useEffect(() => {
    if (!put) throw new Error("A SettingsForm must be in a SaveArea.");
    put(id, dirty ? { saving, save: () => element.current?.requestSubmit(), discard: () => discard.current() } : null);
  }, [put, id, dirty, saving, element]);
  useEffect(() => () => put?.(id, null), [put, id]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (dirty && !saving && !form.readOnly && form.check()) onSave();
  };
  return (
    <form ref={element} onSubmit={submit} noValidate className={styles["form"]}>
      {form.readOnly && locked !== undefined ? (
        <p className={styles["locked"]}>
          <IconLock size={16} stroke={1.6} aria-hidden="true" />
          {locked}
        </p>
      ) : null}
      {children}
      <FormErrors messages={form.otherErrors} />
      {/* The bar stands outside of the form: this is what Enter presses. */}
      <button type="submit" hidden />
    </form>
  );
}
