import styles from "./Sparkline.module.css";

const WIDTH = 80;
const HEIGHT = 20;

/** A row of values as one small area, without axes; what it shows is said beside it. Without values it is its axis alone. */
export function Sparkline({ values, wide = false }: { values: readonly number[]; wide?: boolean }) {
  const most = Math.max(1, ...values);
  const x = (index: number) => (index / Math.max(1, values.length - 1)) * WIDTH;
  const y = (value: number) => HEIGHT - 1 - (value / most) * (HEIGHT - 2);
  const points = values.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`);
  const line = points.length > 1 ? `M${points.join("L")}` : null;
  return (
    <svg
      className={styles["sparkline"]}
      data-wide={wide}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {line === null ? (
        <path className={styles["axis"]} d={`M0 ${HEIGHT - 1}H${WIDTH}`} />
      ) : (
        <>
          <path className={styles["area"]} d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} />
          <path d={line} />
        </>
      )}
    </svg>
  );
}
