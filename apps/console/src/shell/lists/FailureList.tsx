import styles from "./FailureList.module.css";

interface FailureListProps {
  label: string;
  failures: readonly { id: number; name: string; problem: string }[];
  /** Says how many there are besides; null for none. */
  more?: string | null;
}

/** With which of several things something could not be done, and why. */
export function FailureList({ label, failures, more = null }: FailureListProps) {
  return (
    <ul className={styles["failures"]} aria-label={label}>
      {failures.map(({ id, name, problem }) => (
        <li key={id}>
          <strong dir="auto">{name}</strong>
          <br />
          <span className="muted">{problem}</span>
        </li>
      ))}
      {more === null ? null : <li className="muted">{more}</li>}
    </ul>
  );
}
