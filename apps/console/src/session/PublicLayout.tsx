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
  /** The home page has both links beside its tagline; its header repeats them only as a menu (spec §9). */
  isHome?: boolean;
  children: ReactNode;
}

/**
 * The frame of the pages for visitors, and of those that someone signed in may meet; its header becomes a drawer menu below 786 px (spec §9). It is part of the home
 * page, which has neither the router nor Mantine nor the library that looks texts up.
 */
export function PublicLayout({ withLinks = true, isHome = false, children }: PublicLayoutProps) {
  const narrow = useNarrowerThan(BREAKPOINTS.publicHeader);
  const hasHeaderLinks = withLinks && (narrow || !isHome);
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
        {!hasHeaderLinks ? null : narrow ? (
          <PublicDrawer>{links}</PublicDrawer>
        ) : (
          <nav className={styles["links"]}>{links}</nav>
        )}
      </header>
      <main className={styles["main"]}>{children}</main>
    </div>
  );
}
