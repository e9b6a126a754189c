import type { Webhook } from "./queries.ts";
import styles from "./Webhooks.module.css";

const STEP = 2;
const HEIGHT = 16;

/** Half an hour is a bar, high where much was sent; what failed stands on what succeeded. Its numbers are said beside it. */
export function AttemptBars({ halfHours }: { halfHours: Webhook["half_hours"] }) {
  const most = Math.max(1, ...halfHours.map(({ succeeded, failed }) => succeeded + failed));
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT));
  const bars = halfHours.map((halfHour, at) => ({ ...halfHour, x: at * STEP }));
  return (
    <svg
      className={styles["bars"]}
      viewBox={`0 0 ${halfHours.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {bars.map(({ succeeded, failed, x }) => {
        const [good, bad] = [heightOf(succeeded), heightOf(failed)];
        return (
          <g key={x}>
            <rect className={styles["good"]} x={x} y={HEIGHT - good} width={STEP - 0.5} height={good} />
            <rect className={styles["bad"]} x={x} y={HEIGHT - good - bad} width={STEP - 0.5} height={bad} />
          </g>
        );
      })}
    </svg>
  );
}
