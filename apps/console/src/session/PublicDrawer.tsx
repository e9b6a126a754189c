import { IconMenu2, IconX } from "@tabler/icons-react";
import { useRef, type ReactNode } from "react";
import { sessionTexts } from "./texts.ts";
import styles from "./PublicDrawer.module.css";

/**
 * The menu of the public pages on a narrow screen (spec §9). The browser's own dialog keeps the focus inside and closes
 * on Escape: a library for it would be half of the page's script.
 */
export function PublicDrawer({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    <>
      <button
        type="button"
        className={styles["icon"]}
        aria-label={sessionTexts.menu}
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <IconMenu2 size={20} stroke={1.6} aria-hidden="true" />
      </button>
      <dialog ref={dialog} className={styles["drawer"]} aria-label="Kinora" closedby="any">
        <div className={styles["content"]}>
          <div className={styles["title"]}>
            Kinora
            <button type="button" className={styles["icon"]} aria-label={sessionTexts.closeMenu} onClick={close}>
              <IconX size={18} stroke={1.6} aria-hidden="true" />
            </button>
          </div>
          <nav className={styles["stack"]}>{children}</nav>
        </div>
      </dialog>
    </>
  );
}
