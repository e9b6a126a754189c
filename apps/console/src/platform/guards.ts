import type { Permission } from "@kinora/domain/people/permissions.ts";
import { redirect } from "@tanstack/react-router";
import { goToLogin } from "./departures.ts";
import { goToLogout } from "./logout.ts";
import { currentConfig, ensureSession, session } from "./session.ts";
import { storedAuthenticated } from "./stored-state.ts";
import { uploadTray } from "./upload-tray.ts";
import { reloadConsole, version } from "./version.ts";

/**
 * Lets only signed-in people pass (spec §4). Without a user the way leads to the login; with one, but without the
 * stored `authenticated`, through the logout and back. A flagged version loads the page again instead, unless bytes of
 * an upload are on their way: those would be cut off.
 */
export async function requireUser(href: string): Promise<void> {
  const arrival = await ensureSession(href);
  if (arrival.at === "login") await goToLogin(href);
  if (arrival.at === "error")
    redirect({ to: "/auth-server-error", search: { to: arrival.to }, replace: true, throw: true });
  if (storedAuthenticated() !== true) await goToLogout(href);
  reloadForNewVersion(href);
}

function reloadForNewVersion(href: string): void {
  if (!version.get().changed || uploadTray.get().active > 0) return;
  reloadConsole(href);
}

const toDashboard = () => redirect({ to: "/dashboard", replace: true, throw: true });

/** Missing permissions lead to the dashboard (spec §4). */
export function requirePermission(...anyOf: Permission[]): void {
  const { permissions } = currentConfig();
  if (!anyOf.some((permission) => permissions[permission])) toDashboard();
}

/** Pages of the account are for its owners (spec §6). */
export function requireOwner(): void {
  const config = currentConfig();
  if (!config.accounts.some(({ id, owner }) => id === config.account_id && owner)) toDashboard();
}

/** The advanced area is for superusers (spec §6). */
export function requireSuperuser(): void {
  if (session.get().user?.superuser !== true) toDashboard();
}

/** Playlists need at least one project in the config (spec §2). */
export function requireProject(): void {
  if (currentConfig().projects.length === 0) toDashboard();
}

/** A page for visitors only: someone signed in goes to the dashboard (spec §2, /activate). */
export async function requireVisitor(): Promise<void> {
  const arrival = await ensureSession("/dashboard");
  if (arrival.at === "ready" && storedAuthenticated() === true) toDashboard();
}
