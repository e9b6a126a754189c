import { createRoute } from "@tanstack/react-router";
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

/** The pages of superusers (spec §2, "Subpaths of /advanced"). */
export const advancedRoutes = [usersRoute, accountsRoute, projectsRoute];
