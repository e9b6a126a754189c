import type { LogKind } from "@kinora/domain/operations/logs.ts";
import { createRoute } from "@tanstack/react-router";
import { logsView } from "./advanced/logs/logs-view.ts";
import { queueView } from "./advanced/transcoding/queue-view.ts";
import { accountsView, installationProjectsView, peopleView } from "./advanced/views.ts";
import { lazyPage } from "./lazy-page.ts";
import { requireSuperuser } from "./platform/guards.ts";
import { appRoute } from "./root-routes.tsx";

const usersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/advanced/users",
  validateSearch: peopleView.read,
  beforeLoad: requireSuperuser,
  component: lazyPage(() => import("./advanced/people/InstallationUsersPage.tsx"), "advanced"),
});

const accountsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/advanced/accounts",
  validateSearch: accountsView.read,
  beforeLoad: requireSuperuser,
  component: lazyPage(() => import("./advanced/accounts/AccountsPage.tsx"), "advanced"),
});

const projectsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/advanced/projects",
  validateSearch: installationProjectsView.read,
  beforeLoad: requireSuperuser,
  component: lazyPage(() => import("./advanced/projects/InstallationProjectsPage.tsx"), "advanced"),
});

const transcodingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/advanced/transcoding",
  validateSearch: queueView.read,
  beforeLoad: requireSuperuser,
  component: lazyPage(() => import("./advanced/transcoding/TranscodingPage.tsx"), "transcoding"),
});

const LogsPage = lazyPage(() => import("./advanced/logs/LogsPage.tsx"), "logs");

const logRoute = <const Path extends string>(path: Path, kind: LogKind) =>
  createRoute({
    getParentRoute: () => appRoute,
    path,
    validateSearch: logsView.read,
    beforeLoad: requireSuperuser,
    component: () => <LogsPage kind={kind} />,
  });

const logRoutes = [
  logRoute("/advanced/logs", "video"),
  logRoute("/advanced/logs/video", "video"),
  logRoute("/advanced/logs/live", "live"),
  logRoute("/advanced/logs/platform", "platform"),
  logRoute("/advanced/logs/login", "login"),
];

/** The pages of superusers (spec §2, "Subpaths of /advanced"). */
export const advancedRoutes = [...logRoutes, usersRoute, accountsRoute, projectsRoute, transcodingRoute];
