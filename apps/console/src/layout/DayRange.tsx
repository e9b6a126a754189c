import { TextInput } from "@mantine/core";
import styles from "./DayRange.module.css";

const ENDS = ["from", "to"] as const;
type Ends<Value> = Record<(typeof ENDS)[number], Value>;

interface DayRangeProps extends Partial<Ends<string | undefined>> {
  /** What happened on these days, where that is not plain. */
  title?: string;
  labels: Ends<string>;
  onChange: (change: Partial<Ends<string>>) => void;
}

/** The first and the last day a list is narrowed to, as `2030-01-31`; they stay side by side. */
export function DayRange({ title, labels, onChange, ...days }: DayRangeProps) {
  return (
    <div className={styles["days"]}>
      {title === undefined ? null : <span className={styles["title"]}>{title}</span>}
      {ENDS.map((end) => (
        <TextInput
          key={end}
          className={styles["day"] ?? ""}
          type="date"
          aria-label={labels[end]}
          value={days[end] ?? ""}
          onChange={(event) => onChange({ [end]: event.currentTarget.value })}
        />
      ))}
    </div>
  );
}
