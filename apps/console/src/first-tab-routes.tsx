import type { Permission } from "@kinora/domain/people/permissions.ts";
import { createRoute, redirect } from "@tanstack/react-router";
import { requireOwner, requirePermission, requireSuperuser } from "./platform/guards.ts";
import { appRoute } from "./root-routes.tsx";

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

/** Paths that stand for their first tabs. */
export const firstTabRoutes = [
  first("/analytics", "/analytics/transcode", needs("analytics_view")),
  first("/account", "/account/statistics", requireOwner),
  first("/settings", "/settings/project/settings", () => {}),
  first("/settings/project", "/settings/project/settings", () => {}),
  first("/advanced", "/advanced/logs", requireSuperuser),
];
