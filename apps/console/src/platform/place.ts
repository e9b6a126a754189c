import type { RegisteredRouter } from "@tanstack/react-router";
import { api, onCallsInMaintenance } from "./client.ts";
import { connection } from "./connectivity.ts";
import { startSessionAt } from "./departures.ts";
import { requestHost } from "./host.ts";
import { unlessLeaving } from "./leaving.ts";
import { problemOf } from "./problem.ts";
import { currentConfig, session, takeConfig } from "./session.ts";
import { storePlace } from "./stored-state.ts";
import { toastError } from "./toasts.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Names one call of `goTo`, so that it differs from every other way to the same address. */
    visit?: string;
  }
}

/** How often the config is read again (spec §9). */
export const CONFIG_REFRESH_MS = 60_000;

/** Words for a switch that did not work (spec §8). */
const ACCOUNT_CHANGE_FAILED = "Can not change account. Please, try later.";

/** Asks the server which place a config query means; tests give other answers. */
export interface PlaceCalls {
  requestHost: typeof requestHost;
  getConfig(query: { project_id?: number; account_id?: number }): ReturnType<typeof api.session.getConfig>;
  startSessionAt(host: string): Promise<unknown>;
  toastError(message: string): void;
}

const calls: PlaceCalls = {
  requestHost,
  getConfig: (query) => api.session.getConfig(query),
  startSessionAt,
  toastError,
};

/**
 * Moves to another account: its API host is resolved again, the project cleared, the config reloaded (spec §4). An
 * account on another host needs a session there first. True when this page now shows the account; when no host comes
 * back nothing has changed.
 */
export async function switchAccount(accountId: number, call: PlaceCalls = calls): Promise<boolean> {
  const { host, loginHost } = session.get();
  const before = currentConfig();
  try {
    const answer = loginHost === null ? null : await call.requestHost(loginHost, accountId);
    if (!answer?.ok) {
      call.toastError(ACCOUNT_CHANGE_FAILED);
      return false;
    }
    if (answer.host !== host) {
      storePlace(accountId, null);
      await call.startSessionAt(answer.host);
      return false;
    }
    takeConfig(await call.getConfig({ account_id: accountId }));
    return true;
  } catch {
    storePlace(before.account_id, before.project_id);
    call.toastError(ACCOUNT_CHANGE_FAILED);
    return false;
  }
}

/** Makes another project the current one; its config is loaded before anything shows it. */
export async function switchProject(projectId: number, call: PlaceCalls = calls): Promise<boolean> {
  try {
    takeConfig(await call.getConfig({ project_id: projectId }));
    return true;
  } catch (error) {
    call.toastError(problemOf(error).message ?? "error");
    return false;
  }
}

/** Reads the config of the current place again; new permissions show at once. */
export async function refreshConfig(call: PlaceCalls = calls): Promise<void> {
  const { config } = session.get();
  if (config === null || !connection.get().online) return;
  try {
    const answer = await call.getConfig(placeQuery(config.project_id, config.account_id));
    // Somebody may have switched while the answer was on its way.
    const now = session.get().config;
    if (now?.project_id === config.project_id && now.account_id === config.account_id) takeConfig(answer);
  } catch (error) {
    const { status, message } = problemOf(error);
    if (status === null) await unlessLeaving();
    if (status !== 401 && status !== 403) call.toastError(message ?? "error");
  }
}

const placeQuery = (projectId: number | null, accountId: number | null) => {
  if (projectId !== null) return { project_id: projectId };
  return accountId === null ? {} : { account_id: accountId };
};

/** Refreshes the config each 60 s (spec §4), and when a call finds that maintenance began. Returns what stops it. */
export function watchConfig(): () => void {
  onCallsInMaintenance(() => void refreshConfig());
  const timer = setInterval(() => void refreshConfig(), CONFIG_REFRESH_MS);
  return () => clearInterval(timer);
}

/**
 * Goes to a page and answers true once it is the address; false when someone stayed instead, as unsaved changes let them, and
 * went somewhere else later. The router's own promise is no help: it ends with whatever navigation comes next, and not at all
 * when what it draws is overtaken.
 */
export function goTo(router: Pick<RegisteredRouter, "history" | "navigate">, to: "/dashboard"): Promise<boolean> {
  const { history } = router;
  const visit = Math.random().toString(36);
  return new Promise((resolve) => {
    const stop = history.subscribe(({ location }) => {
      stop();
      resolve(location.state.visit === visit);
    });
    void router.navigate({ to, replace: history.location.pathname === to, state: { visit } });
  });
}
