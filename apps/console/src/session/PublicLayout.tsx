import type { MouseEvent, ReactNode } from "react";
import { connection } from "../platform/connectivity.ts";
import { goToLogin, goToRegister } from "../platform/departures.ts";
import { storedAuthenticated } from "../platform/stored-state.ts";
import { BREAKPOINTS, useNarrowerThan } from "../platform/use-media-query.ts";
import { PlainButton } from "./PlainButton.tsx";
import { PublicDrawer } from "./PublicDrawer.tsx";
import { sessionTexts } from "./texts.ts";
import styles from "./PublicLayout.module.css";

/** Without a network nobody goes anywhere (spec §4, Connectivity). */
const stayOffline = (event: MouseEvent) => {
  if (!connection.get().online) event.preventDefault();
};

interface PublicLayoutProps {
  withLinks?: boolean;
  children: ReactNode;
}

/**
 * The frame of the pages for visitors, and of those that someone signed in may meet; the links of its header are
 * a drawer menu below 786 px (spec §2). It is part of the home page, which has neither the router nor Mantine nor the library that looks texts up.
 */
export function PublicLayout({ withLinks = true, children }: PublicLayoutProps) {
  const narrow = useNarrowerThan(BREAKPOINTS.publicHeader);
  const links = storedAuthenticated() ? (
    <a href="/dashboard" className={styles["link"]} onClick={stayOffline}>
      {sessionTexts.dashboard}
    </a>
  ) : (
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
        {!withLinks ? null : narrow ? (
          <PublicDrawer>{links}</PublicDrawer>
        ) : (
          <nav className={styles["links"]}>{links}</nav>
        )}
      </header>
      <main className={styles["main"]}>{children}</main>
    </div>
  );
}
