import type { MouseEvent, ReactNode } from "react";
import { connection } from "../platform/connectivity.ts";
import { goToLogin, goToRegister } from "../platform/departures.ts";
import { BREAKPOINTS, useNarrowerThan } from "../platform/useMediaQuery.ts";
import { PlainButton } from "./PlainButton.tsx";
import { PublicDrawer } from "./PublicDrawer.tsx";
import { sessionTexts } from "./texts.ts";
import styles from "./PublicLayout.module.css";

/** Without a network nobody goes anywhere (spec §4, Connectivity). */
const stayOffline = (event: MouseEvent) => {
  if (!connection.get().online) event.preventDefault();
};

/**
 * The frame of the pages for visitors; its header becomes a drawer menu below 786 px (spec §9). It is part of the home
 * page, which has neither the router nor Mantine nor the library that looks texts up.
 */
export function PublicLayout({ children }: { children: ReactNode }) {
  const narrow = useNarrowerThan(BREAKPOINTS.publicHeader);
  const links = (
    <>
      <PlainButton variant="default" onClick={() => void goToLogin("/dashboard")}>
        {sessionTexts.login}
      </PlainButton>
      <PlainButton onClick={() => void goToRegister()}>{sessionTexts.register}</PlainButton>
    </>
  );
  return (
    <div className={styles["layout"]}>
      <header className={styles["header"]}>
        <a href="/" className={styles["brand"]} onClick={stayOffline}>
          <img src="/icon.svg" alt="" width={24} height={24} />
          Kinora
        </a>
        {narrow ? <PublicDrawer>{links}</PublicDrawer> : <nav className={styles["links"]}>{links}</nav>}
      </header>
      <main className={styles["main"]}>{children}</main>
    </div>
  );
}
