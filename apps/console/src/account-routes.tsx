import { createRoute } from "@tanstack/react-router";
import { membersView, ownersView, statisticsView } from "./accounts/views.ts";
import { accountInvoicesView } from "./billing/views.ts";
import { lazyPage } from "./lazy-page.ts";
import { requireOwner } from "./platform/guards.ts";
import { projectsView } from "./projects/list/projects-view.ts";
import { appRoute } from "./root-routes.tsx";

const statisticsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/account/statistics",
  validateSearch: statisticsView.read,
  beforeLoad: requireOwner,
  component: lazyPage(() => import("./accounts/StatisticsPage.tsx"), "accounts"),
});

const projectsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/account/projects",
  validateSearch: projectsView.read,
  beforeLoad: requireOwner,
  component: lazyPage(() => import("./accounts/ProjectsPage.tsx"), "accounts", "projectList"),
});

const ownersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/account/owners",
  validateSearch: ownersView.read,
  beforeLoad: requireOwner,
  component: lazyPage(() => import("./accounts/OwnersPage.tsx"), "accounts", "keysLeft"),
});

const membersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/account/members",
  validateSearch: membersView.read,
  beforeLoad: requireOwner,
  component: lazyPage(() => import("./accounts/MembersPage.tsx"), "accounts", "keysLeft"),
});

const SettingsPage = lazyPage(() => import("./accounts/SettingsPage.tsx"), "accounts");
const AccountBilling = lazyPage(() => import("./billing/AccountBillingPage.tsx"), "billing");

const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/account/settings",
  validateSearch: accountInvoicesView.read,
  beforeLoad: requireOwner,
  component: () => <SettingsPage billing={<AccountBilling />} />,
});

const invoiceRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/account/invoices/$invoiceId",
  beforeLoad: requireOwner,
  component: lazyPage(() => import("./billing/AccountInvoicePage.tsx"), "billing"),
});

/** The pages of the account's owners (spec §2). */
export const accountRoutes = [statisticsRoute, projectsRoute, ownersRoute, membersRoute, settingsRoute, invoiceRoute];
