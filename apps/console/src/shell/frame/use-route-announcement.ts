import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { crumbs } from "./crumbs.ts";

/** What screen readers hear after a change of route; the browser's title follows it. */
export function useRouteAnnouncement(): string {
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
