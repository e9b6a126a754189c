import { useStore } from "../platform/store.ts";
import { colorScheme } from "../platform/theme.ts";
import styles from "./HomeVisual.module.css";

/** The library and the player as they are: pictures that `npm run screens -- home` takes of the demo project. */
export function HomeVisual() {
  const scheme = useStore(colorScheme, ({ value }) => value);
  return (
    <div className={styles["scene"]} aria-hidden="true">
      <img
        src={`/home-library-${scheme}.webp`}
        alt=""
        width={1320}
        height={930}
        fetchPriority="high"
        className={styles["library"]}
      />
      <img src="/home-player.webp" alt="" width={800} height={450} className={styles["player"]} />
    </div>
  );
}
