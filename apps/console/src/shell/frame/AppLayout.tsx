import { whenIdle } from "@kinora/ui/when-idle.ts";
import { Stack } from "@mantine/core";
import { Outlet, useRouterState } from "@tanstack/react-router";
import { Suspense, useEffect, useState, type ReactNode } from "react";
import { connection } from "../../platform/connectivity.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { watchConfig } from "../../platform/place.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { BREAKPOINTS, useNarrowerThan } from "../../platform/use-media-query.ts";
import { useFocusBack } from "../menus/use-focus-back.ts";
import { ConnectionNotice } from "./ConnectionNotice.tsx";
import { crumbs } from "./crumbs.ts";
import { NoConnectionPage } from "./NoConnectionPage.tsx";
import { Sidebar } from "./Sidebar.tsx";
import { TopBar } from "./TopBar.tsx";
import { VersionBanner } from "./VersionBanner.tsx";
import styles from "./AppLayout.module.css";

const NavigationDrawer = lazyPart(async () => (await import("./NavigationDrawer.tsx")).NavigationDrawer);

const barTexts = { sessionBars: async () => (await import("./session-bars-texts.ts")).sessionBarsTexts };
const MaintenanceBar = lazyPart(async () => (await import("./MaintenanceBar.tsx")).MaintenanceBar, barTexts);
const SessionBars = lazyPart(async () => (await import("./SessionBars.tsx")).SessionBars, barTexts);

/** What most further pages show is one file (build/chunks.ts). A failed fetch shows when such a page is opened. */
const fetchShared = () => void import("../lists/ListPage.tsx").catch(() => {});

/** The frame of every signed-in page; `children` float above it (dialogs, the upload tray). */
export function AppLayout({ children }: { children?: ReactNode }) {
  const { t } = useTranslation("layout");
  const narrow = useNarrowerThan(BREAKPOINTS.sidebar);
  const [drawer, setDrawer] = useState<boolean | "never">("never");
  const blocked = useStore(connection, (value) => !value.online && value.blocked);
  const isUnusual = useStore(
    session,
    ({ config }) => (config?.acting ?? config?.view_as ?? config?.standing ?? null) !== null,
  );
  const hasMaintenance = useStore(session, ({ config }) => (config?.maintenance ?? null) !== null);
  const announcement = useRouteAnnouncement();
  useEffect(watchConfig, []);
  useEffect(() => whenIdle(fetchShared), []);
  useFocusBack();
  const close = () => setDrawer(false);
  return (
    <div className={styles["layout"]}>
      <a className={styles["skip"]} href="#main">
        {t("skipToContent")}
      </a>
      {narrow ? (
        <Suspense fallback={null}>
          {drawer === "never" ? null : <NavigationDrawer opened={drawer} onClose={close} />}
        </Suspense>
      ) : (
        <aside className={styles["side"]}>
          <Sidebar />
        </aside>
      )}
      <Stack gap={0} miw={0}>
        {/* The region is there before its words: screen readers announce what comes into it. */}
        <div role="status">
          <Suspense fallback={null}>{hasMaintenance ? <MaintenanceBar /> : null}</Suspense>
        </div>
        {isUnusual ? (
          <Suspense fallback={null}>
            <SessionBars />
          </Suspense>
        ) : null}
        <VersionBanner />
        <ConnectionNotice />
        <TopBar onOpenNavigation={() => setDrawer(true)} />
        <main id="main" className={styles["main"]} tabIndex={-1}>
          {blocked ? <NoConnectionPage /> : <Outlet />}
        </main>
      </Stack>
      <p className={styles["announcement"]} role="status" aria-live="polite">
        {announcement}
      </p>
      {children}
    </div>
  );
}

/** What screen readers hear after a change of route; the browser's title follows it. */
function useRouteAnnouncement(): string {
  const { t } = useTranslation("layout");
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const name = crumbs(path, t("edit"))
    .map(({ label }) => label)
    .join(" › ");
  const title = name.slice(0, 1).toUpperCase() + name.slice(1);
  useEffect(() => {
    document.title = title === "" ? "Kinora" : `${title} · Kinora`;
  }, [title]);
  return title;
}
