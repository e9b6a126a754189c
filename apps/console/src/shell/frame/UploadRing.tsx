import { useStore } from "../../platform/store.ts";
import { uploadTray } from "../../platform/upload-tray.ts";
import styles from "./Sidebar.module.css";

const RADIUS = 6.25;
const ROUND = 2 * Math.PI * RADIUS;

/** How far the uploads under way are, in place of their link's icon. */
export function UploadRing() {
  const percent = useStore(uploadTray, (tray) => tray.percent);
  return (
    <svg className={styles["ring"]} width={16} height={16} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r={RADIUS} />
      <circle cx="8" cy="8" r={RADIUS} strokeDasharray={`${(ROUND * percent) / 100} ${ROUND}`} />
    </svg>
  );
}
