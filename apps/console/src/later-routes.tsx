import type { Permission } from "@kinora/domain/people/permissions.ts";
import { createRoute, redirect } from "@tanstack/react-router";
import { lazyPage } from "./lazy-page.ts";
import { requireOwner, requirePermission, requireSuperuser } from "./platform/guards.ts";
import { appRoute } from "./root-routes.tsx";

const LaterPage = lazyPage(() => import("./later/LaterPage.tsx"), "later");

/** A page of superusers that is not built yet: its guard holds already. */
const later = <const Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => appRoute,
    path,
    beforeLoad: requireSuperuser,
    component: LaterPage,
  });

/** A path that stands for its first tab (spec §2). */
const first = <const Path extends string>(path: Path, to: string, guard: () => void) =>
  createRoute({
    getParentRoute: () => appRoute,
    path,
    beforeLoad() {
      guard();
      redirect({ to, replace: true, throw: true });
    },
  });

const needs =
  (...permissions: Permission[]) =>
  () =>
    requirePermission(...permissions);

const advancedPaths = [
  "accounts/$accountId/pricing",
  "permissions",
  "pricing",
  "invoices",
  "videos",
  "videos/$videoId",
  "videos/$videoId/embed",
  "manage",
  "player-demo",
] as const;

export const laterRoutes = [
  first("/analytics", "/analytics/transcode", needs("analytics_view")),
  first("/account", "/account/statistics", requireOwner),
  first("/settings", "/settings/project/settings", () => {}),
  first("/settings/project", "/settings/project/settings", () => {}),
  first("/advanced", "/advanced/logs", requireSuperuser),
  ...advancedPaths.map((path) => later(`/advanced/${path}`)),
];
