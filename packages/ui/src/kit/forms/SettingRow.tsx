import { Input } from "@mantine/core";
import { useId, type ReactNode } from "react";
import styles from "./Settings.module.css";

/** A setting that is no single field: several controls, or something to look at, with a name and a hint of its own. */
export function SettingRow({
  label,
  hint,
  error,
  children,
}: {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Input.Wrapper label={label} description={hint} error={error} labelElement="div" labelProps={{ id }}>
      <div role="group" aria-labelledby={id} className={styles["content"]}>
        {children}
      </div>
    </Input.Wrapper>
  );
}
