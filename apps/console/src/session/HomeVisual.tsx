import styles from "./HomeVisual.module.css";

const RUNGS = ["1440p", "1080p", "720p", "360p"];
/** Heights of the bars under the picture, in percent. */
const HEIGHTS = [24, 36, 30, 52, 64, 48, 72, 88, 66, 80, 94, 70, 58, 76, 62, 44, 54, 38, 46, 28, 34, 22];
const BARS = HEIGHTS.map((height, index) => ({ height, x: index * 10 + 1, watched: index < 9 }));

/** A picture of what the product is about, drawn by the browser itself: no bytes to wait for. */
export function HomeVisual() {
  return (
    <div className={styles["scene"]} aria-hidden="true">
      <div className={styles["player"]}>
        <svg viewBox="0 0 320 180" className={styles["picture"]} preserveAspectRatio="xMidYMid slice">
          <defs>
            <linearGradient id="home-sky" x1="0" y1="0" x2="0.4" y2="1">
              <stop offset="0" className={styles["sky0"]} />
              <stop offset="0.6" className={styles["sky1"]} />
              <stop offset="1" className={styles["sky2"]} />
            </linearGradient>
          </defs>
          <rect width="320" height="180" fill="url(#home-sky)" />
          <circle cx="226" cy="88" r="34" className={styles["sun"]} />
          <path d="M0 132 46 96l34 24 50-46 62 58 40-26 88 54v20H0Z" className={styles["far"]} />
          <path d="M0 160 60 128l56 26 58-34 74 40 72-18v38H0Z" className={styles["near"]} />
          <circle cx="160" cy="90" r="25" className={styles["disc"]} />
          <path d="M153 78.5v23l19-11.5Z" className={styles["play"]} />
        </svg>
        <div className={styles["timeline"]}>
          <span className={styles["played"]} />
        </div>
        <div className={styles["bars"]}>
          <svg viewBox="0 0 220 32" preserveAspectRatio="none">
            {BARS.map(({ height, x, watched }) => (
              <rect
                key={x}
                x={x}
                y={32 - (height * 32) / 100}
                width="8"
                height={(height * 32) / 100}
                rx="1.5"
                className={watched ? styles["watched"] : styles["ahead"]}
              />
            ))}
          </svg>
        </div>
      </div>
      <ul className={styles["ladder"]}>
        {RUNGS.map((rung) => (
          <li key={rung}>
            <span className={styles["dot"]} />
            {rung}
          </li>
        ))}
      </ul>
    </div>
  );
}
