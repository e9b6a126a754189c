import { Loader } from "@mantine/core";
import styles from "./public.module.css";

/** Shown for the moment in which the browser leaves for another application. */
export function LeavingPage({ text }: { text: string }) {
  return (
    <div className={styles["hero"]} role="status">
      <Loader size={24} />
      <p className={styles["note"]}>{text}</p>
    </div>
  );
}
