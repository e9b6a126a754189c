import { ActionIcon } from "@mantine/core";
import { IconChevronRight, IconMenu2, IconMoon, IconSun } from "@tabler/icons-react";
import { Link, useRouterState } from "@tanstack/react-router";
import { Fragment } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { colorScheme, toggleTheme } from "../../platform/theme.ts";
import { Keyboard } from "../keys/Keyboard.tsx";
import { Clock } from "./Clock.tsx";
import { crumbs } from "./crumbs.ts";
import { UserMenu } from "./UserMenu.tsx";
import styles from "./TopBar.module.css";

/** The bar above every page: where one is, the time, the theme, and who one is. */
export function TopBar({ onOpenNavigation }: { onOpenNavigation: () => void }) {
  const { t } = useTranslation("layout");
  const dark = useStore(colorScheme, ({ value }) => value === "dark");
  return (
    <header className={styles["bar"]}>
      <ActionIcon
        className={styles["burger"] ?? ""}
        size={36}
        aria-label={t("openNavigation")}
        onClick={onOpenNavigation}
      >
        <IconMenu2 size={20} stroke={1.6} />
      </ActionIcon>
      <Breadcrumbs />
      <div className={styles["right"]}>
        <Keyboard />
        <Clock />
        <ActionIcon aria-label={t("toggleTheme")} title={t("toggleTheme")} onClick={toggleTheme}>
          {dark ? <IconSun size={16} stroke={1.6} /> : <IconMoon size={16} stroke={1.6} />}
        </ActionIcon>
        <UserMenu />
      </div>
    </header>
  );
}

function Breadcrumbs() {
  const { t } = useTranslation("layout");
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const project = useStore(
    session,
    ({ config }) => config?.projects.find(({ id }) => id === config.project_id)?.name ?? null,
  );
  return (
    <nav aria-label={t("breadcrumb")} className={styles["crumbs"]}>
      {project === null ? null : <bdi className={styles["crumb"]}>{project}</bdi>}
      {crumbs(path, t("edit")).map(({ label, to }, index) => (
        <Fragment key={to ?? label}>
          {index > 0 || project !== null ? <IconChevronRight size={14} stroke={1.6} aria-hidden="true" /> : null}
          {to === null ? (
            <span className={styles["current"]} aria-current="page">
              {label}
            </span>
          ) : (
            <Link to={to} className={styles["segment"] ?? ""} activeOptions={{ exact: true }}>
              {label}
            </Link>
          )}
        </Fragment>
      ))}
    </nav>
  );
}
