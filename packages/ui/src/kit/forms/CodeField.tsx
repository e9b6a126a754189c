import { Box } from "@mantine/core";
import { useId } from "react";
import { IconCopyButton } from "../../IconCopyButton.tsx";
import styles from "./CodeField.module.css";

/** A text to paste elsewhere: its name above, the text in one line or in full, and a button inside that copies it. */
export function CodeField({
  label,
  code,
  lines = 1,
  copyLabel,
  onCopy,
}: {
  label: string;
  code: string;
  /** 1: what does not fit fades out. More: all of it is shown, from this height on. */
  lines?: number;
  copyLabel: string;
  /** Copies, and shows the result; true means success. */
  onCopy: () => Promise<boolean>;
}) {
  const id = useId();
  const field = {
    id,
    className: styles["code"] ?? "",
    readOnly: true,
    spellCheck: false,
    value: code,
    onClick: ({ currentTarget }: { currentTarget: { select: () => void } }) => currentTarget.select(),
  };
  return (
    <Box miw={0}>
      <label htmlFor={id} className={styles["label"]}>
        {label}
      </label>
      <div className={styles["box"]} data-lines={lines === 1 ? "one" : "many"}>
        {lines === 1 ? <input {...field} /> : <textarea rows={lines} {...field} />}
        <span className={styles["copy"]}>
          <IconCopyButton label={copyLabel} size={30} onCopy={onCopy} />
        </span>
      </div>
    </Box>
  );
}
