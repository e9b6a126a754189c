import styles from "./Sparkline.module.css";

const WIDTH = 80;
const HEIGHT = 20;

/** A row of values as one small line, without axes; what it shows is said beside it. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const x = (index: number) => (index / Math.max(1, values.length - 1)) * WIDTH;
  const y = (value: number) => HEIGHT - 1 - (value / most) * (HEIGHT - 2);
  const points = values.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`);
  return (
    <svg
      className={styles["sparkline"]}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {points.length === 0 ? null : <path d={`M${points.join("L")}`} />}
    </svg>
  );
}
