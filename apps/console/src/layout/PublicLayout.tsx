import { ActionIcon, Button } from "@mantine/core";
import { IconMenu2 } from "@tabler/icons-react";
import { Link, Outlet } from "@tanstack/react-router";
import { Suspense, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { goToLogin, goToRegister } from "../platform/departures.ts";
import { lazyPart } from "../platform/lazyPart.ts";
import { BREAKPOINTS, useNarrowerThan } from "../platform/useMediaQuery.ts";
import styles from "./PublicLayout.module.css";

const Menu = lazyPart(async () => (await import("./PublicDrawer.tsx")).PublicDrawer);

/** The frame of the pages for visitors; its header becomes a drawer menu below 786 px (spec §9). */
export function PublicLayout({ children }: { children?: ReactNode }) {
  const { t } = useTranslation("session");
  const narrow = useNarrowerThan(BREAKPOINTS.publicHeader);
  const [opened, setOpened] = useState<boolean | "never">("never");
  const links = (
    <>
      <Button variant="default" onClick={() => void goToLogin("/dashboard")}>
        {t("login")}
      </Button>
      <Button onClick={() => void goToRegister()}>{t("register")}</Button>
    </>
  );
  return (
    <div className={styles["layout"]}>
      <header className={styles["header"]}>
        <Link to="/" className={styles["brand"] ?? ""}>
          <img src="/icon.svg" alt="" width={24} height={24} />
          Kinora
        </Link>
        {narrow ? (
          <ActionIcon size={36} aria-label={t("menu")} onClick={() => setOpened(true)}>
            <IconMenu2 size={20} stroke={1.6} />
          </ActionIcon>
        ) : (
          <nav className={styles["links"]}>{links}</nav>
        )}
      </header>
      <Suspense fallback={null}>
        {narrow && opened !== "never" ? (
          <Menu opened={opened} onClose={() => setOpened(false)}>
            <nav className={styles["stack"]}>{links}</nav>
          </Menu>
        ) : null}
      </Suspense>
      <main className={styles["main"]}>{children ?? <Outlet />}</main>
    </div>
  );
}
