import { createRootRoute, createRoute, Outlet, redirect, useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { lazyPage } from "./lazy-page.ts";
import { goToActivate, goToLogin } from "./platform/departures.ts";
import { requireUser, requireVisitor } from "./platform/guards.ts";
import { translate } from "./platform/i18n.ts";
import { ensureSession } from "./platform/session.ts";
import { storedAuthenticated } from "./platform/stored-state.ts";
import { NewProjectLater } from "./projects/settings/NewProjectLater.tsx";
import { AuthServerErrorPage } from "./session/AuthServerErrorPage.tsx";
import { HomePage } from "./session/HomePage.tsx";
import { LeavingPage } from "./session/LeavingPage.tsx";
import { NotFoundPage } from "./session/NotFoundPage.tsx";
import { PublicLayout } from "./session/PublicLayout.tsx";
import { AppLayout } from "./shell/frame/AppLayout.tsx";
import { PageError } from "./shell/frame/PageError.tsx";
import { UploadDockLater } from "./uploads/UploadDockLater.tsx";

export const rootRoute = createRootRoute({
  component: Outlet,
  errorComponent: ({ error, reset }) => (
    <PublicLayout>
      <PageError error={error} reset={reset} />
    </PublicLayout>
  ),
  notFoundComponent: () => (
    <PublicLayout>
      <NotFoundPage />
    </PublicLayout>
  ),
});

const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "public",
  component: () => (
    <PublicLayout>
      <Outlet />
    </PublicLayout>
  ),
});

const homeRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: "/",
  async beforeLoad() {
    // A visitor sees the page at once; who counts as signed in is looked up first (spec §2).
    if (storedAuthenticated() !== true) return;
    const { at } = await ensureSession("/dashboard");
    if (at === "ready") redirect({ to: "/dashboard", replace: true, throw: true });
  },
  component: function Home() {
    const navigate = useNavigate();
    const onSignedIn = useCallback(() => void navigate({ to: "/dashboard", replace: true }), [navigate]);
    return <HomePage onSignedIn={onSignedIn} />;
  },
});

/** A path of the console itself; anything else would be a way to send people elsewhere. */
const ownPath = (value: unknown): string =>
  typeof value === "string" && /^\/(?![/\\])/.test(value) ? value : "/dashboard";

export const errorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/auth-server-error",
  validateSearch: (search: Record<string, unknown>): { to: string } => ({ to: ownPath(search["to"]) }),
  component: function AuthServerError() {
    return (
      <PublicLayout withLinks={false}>
        <AuthServerErrorPage to={errorRoute.useSearch().to} />
      </PublicLayout>
    );
  },
});

const loginRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: "/login",
  validateSearch: (search: Record<string, unknown>): { to?: string } =>
    "to" in search ? { to: ownPath(search["to"]) } : {},
  beforeLoad: ({ search }) => goToLogin(search.to ?? "/dashboard"),
});

const activateRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: "/activate",
  validateSearch: (search: Record<string, unknown>): Record<string, unknown> => search,
  async beforeLoad({ location }) {
    await requireVisitor();
    await goToActivate(location.searchStr);
  },
  component: () => <LeavingPage text={translate("session:activating")} />,
});

/** Where the login application's window ends after a proof: it tells the page that waits for it, and closes. */
const confirmedRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: "/confirmed",
  async beforeLoad() {
    (await import("./platform/identity.ts")).announceProof();
    globalThis.close();
  },
  component: () => <LeavingPage text={translate("session:confirmed")} />,
});

/** A guest goes live with a link, signed in or not. */
const guestRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: "/guest",
  component: lazyPage(() => import("./live/guests/GuestPage.tsx"), "guests", "studio"),
});

export const publicRoutes = publicRoute.addChildren([homeRoute, loginRoute, activateRoute, confirmedRoute, guestRoute]);

/** Everything that needs a signed-in user hangs below this. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "app",
  beforeLoad: ({ location }) => requireUser(location.href),
  component: () => (
    <AppLayout>
      <NewProjectLater />
      <UploadDockLater />
    </AppLayout>
  ),
});
