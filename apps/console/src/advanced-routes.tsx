import type { LogKind } from "@kinora/domain/operations/logs.ts";
import { createRoute } from "@tanstack/react-router";
import { logsView } from "./advanced/logs/logs-view.ts";
import { manageView } from "./advanced/manage/manage-view.ts";
import { queueView } from "./advanced/transcoding/queue-view.ts";
import { accountsView, peopleView, installationVideosView } from "./advanced/views.ts";
import { invoicesView, plansView } from "./billing/views.ts";
import { lazyPage } from "./lazy-page.ts";
import { requireSuperuser } from "./platform/guards.ts";
import { projectsView } from "./projects/list/projects-view.ts";
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
  validateSearch: projectsView.read,
  beforeLoad: requireSuperuser,
  component: lazyPage(() => import("./advanced/projects/InstallationProjectsPage.tsx"), "advanced", "projectList"),
});

const permissionsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/advanced/permissions",
  beforeLoad: requireSuperuser,
  component: lazyPage(() => import("./advanced/permissions/PermissionsPage.tsx"), "permissions", "roles"),
});

const playerDemoRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/advanced/player-demo",
  beforeLoad: requireSuperuser,
  component: lazyPage(() => import("./advanced/player-demo/PlayerDemoPage.tsx"), "playerDemo", "restrictions"),
});

const transcodingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/advanced/transcoding",
  validateSearch: queueView.read,
  beforeLoad: requireSuperuser,
  component: lazyPage(() => import("./advanced/transcoding/TranscodingPage.tsx"), "transcoding"),
});

const videosRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/advanced/videos",
  validateSearch: installationVideosView.read,
  beforeLoad: requireSuperuser,
  component: lazyPage(
    () => import("./advanced/videos/InstallationVideosPage.tsx"),
    "installationVideos",
    "advanced",
    "library",
  ),
});

const videoRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/advanced/videos/$videoId",
  beforeLoad: requireSuperuser,
  component: lazyPage(() => import("./advanced/videos/InstallationVideoPage.tsx"), "installationVideos", "advanced"),
});

const embedRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/advanced/videos/$videoId/embed",
  beforeLoad: requireSuperuser,
  component: lazyPage(() => import("./advanced/videos/EmbedPage.tsx"), "installationVideos", "restrictions"),
});

const manageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/advanced/manage",
  validateSearch: manageView.read,
  beforeLoad: requireSuperuser,
  component: lazyPage(() => import("./advanced/manage/ManagePage.tsx"), "manage"),
});

const pricingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/advanced/pricing",
  validateSearch: plansView.read,
  beforeLoad: requireSuperuser,
  component: lazyPage(() => import("./billing/PricingPage.tsx"), "billing"),
});

const accountPricingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/advanced/accounts/$accountId/pricing",
  beforeLoad: requireSuperuser,
  component: lazyPage(() => import("./billing/AccountPricingPage.tsx"), "billing"),
});

const invoicesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/advanced/invoices",
  validateSearch: invoicesView.read,
  beforeLoad: requireSuperuser,
  component: lazyPage(() => import("./billing/InvoicesPage.tsx"), "billing"),
});

const invoiceRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/advanced/invoices/$invoiceId",
  beforeLoad: requireSuperuser,
  component: lazyPage(() => import("./billing/InvoicePage.tsx"), "billing"),
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
export const advancedRoutes = [
  ...logRoutes,
  usersRoute,
  accountsRoute,
  projectsRoute,
  permissionsRoute,
  playerDemoRoute,
  videosRoute,
  videoRoute,
  embedRoute,
  transcodingRoute,
  manageRoute,
  pricingRoute,
  accountPricingRoute,
  invoicesRoute,
  invoiceRoute,
];
