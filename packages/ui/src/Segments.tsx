import { useId, type ReactNode } from "react";
import styles from "./Segments.module.css";

interface SegmentsProps<Value extends string> {
  "aria-label": string;
  value: Value;
  onChange: (value: Value) => void;
  /** An icon is shown in the place of its label, which is its name then. */
  data: readonly { value: Value; label: string; icon?: ReactNode }[];
  disabled?: boolean;
  fullWidth?: boolean;
}

/** One choice of a few, side by side: the browser's own radio buttons, so that the arrows walk through them. */
export function Segments<Value extends string>({
  "aria-label": label,
  value,
  onChange,
  data,
  disabled = false,
  fullWidth = false,
}: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles["segments"]} data-full={fullWidth}>
      {data.map((each) => (
        <label key={each.value} className={styles["segment"]}>
          <input
            type="radio"
            name={name}
            value={each.value}
            checked={each.value === value}
            disabled={disabled}
            aria-label={each.icon === undefined ? undefined : each.label}
            onChange={() => onChange(each.value)}
          />
          <span title={each.icon === undefined ? undefined : each.label}>{each.icon ?? each.label}</span>
        </label>
      ))}
    </div>
  );
}
