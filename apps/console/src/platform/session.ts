import { showMomentsIn } from "@kinora/ui/moments.ts";
import { atStart, bootstrap, type BootstrapEffect, type BootstrapEvent, type BootstrapState } from "./bootstrap.ts";
import { api, onRefusedCalls, setApiHost } from "./client.ts";
import { requestHost } from "./host.ts";
import { unlessLeaving } from "./leaving.ts";
import { problemOf } from "./problem.ts";
import { runtime } from "./runtime.ts";
import { createStore } from "./store.ts";
import {
  storeAuthenticated,
  storedAccountId,
  storedAuthenticated,
  storedProjectId,
  storePlace,
} from "./stored-state.ts";
import { toastError } from "./toasts.ts";

type ConfigAnswer = Awaited<ReturnType<typeof api.session.getConfig>>;
export type Config = ConfigAnswer["config"];
export type User = ConfigAnswer["user"];

/** Who is here and where they work; config and user come and go together. */
export const session = createStore<{
  config: Config | null;
  user: User | null;
  host: string | null;
  loginHost: string | null;
}>({
  config: null,
  user: null,
  host: null,
  loginHost: null,
});

/** Where the bootstrap ended: at work, at the login, or at the page that says what failed. */
export type Arrival = { at: "ready" } | { at: "login"; to: string } | { at: "error"; to: string };

let state: BootstrapState = atStart;
let running: Promise<Arrival> | null = null;
let onSignedOut: () => void = () => {};

/** Says what happens when a call finds that nobody is signed in any more. */
export function onSessionLost(listener: () => void): void {
  onSignedOut = listener;
}

onRefusedCalls({
  unauthorized() {
    // While starting, the bootstrap decides itself what a 401 means.
    if (state.step !== "ready") return;
    resetAuth();
    onSignedOut();
  },
  forbidden: (message) => toastError(message ?? "error"),
});

/** Finds out who is here, once; later navigations get the same answer until it is lost (spec §4). */
export async function ensureSession(to: string): Promise<Arrival> {
  if (state.step === "ready") return { at: "ready" };
  running ??= start(to).finally(() => {
    running = null;
  });
  return running;
}

async function start(to: string): Promise<Arrival> {
  let arrival: Arrival = { at: "ready" };
  const queue: BootstrapEvent[] = [
    { type: "navigated", to, accountId: storedAccountId(), projectId: storedProjectId() },
  ];
  for (let event = queue.shift(); event; event = queue.shift()) {
    const step = bootstrap(state, event);
    state = step.state;
    for (const effect of step.effects) {
      if (effect.do === "go_to_login") arrival = { at: "login", to: effect.to };
      else if (effect.do === "go_to_error") arrival = { at: "error", to: effect.to };
      else queue.push(...(await perform(effect)));
    }
  }
  // A first arrival with a session counts as signed in; after a reset, "false" stands until the next sign-in.
  if (arrival.at === "ready" && storedAuthenticated() === null) storeAuthenticated(true);
  return arrival;
}

type Performed = Exclude<BootstrapEffect, { do: "go_to_login" } | { do: "go_to_error" }>;

async function perform(effect: Performed): Promise<BootstrapEvent[]> {
  switch (effect.do) {
    case "request_host":
      return [await askForHost(effect.accountId)];
    case "use_host":
      setApiHost(effect.host);
      session.set({ host: effect.host });
      return [];
    case "load_config":
      return [await askForConfig(effect.query)];
    case "clear_place":
      storePlace(null, null);
      return [];
    case "reset_auth":
      resetAuth();
      return [];
    case "toast_error":
      toastError(effect.message ?? "error");
      return [];
  }
}

async function askForHost(accountId: number | null): Promise<BootstrapEvent> {
  try {
    const { login_host } = await runtime();
    session.set({ loginHost: login_host });
    const answer = await requestHost(login_host, accountId);
    if (!answer.ok) return { type: "host_failed", status: answer.status };
    return { type: "host_answered", host: answer.host, accountId: answer.accountId };
  } catch {
    await unlessLeaving();
    return { type: "host_failed", status: null };
  }
}

async function askForConfig(query: { project_id?: number; account_id?: number }): Promise<BootstrapEvent> {
  try {
    takeConfig(await api.session.getConfig(query));
    return { type: "config_answered" };
  } catch (error) {
    const { status, message } = problemOf(error);
    if (status === null) await unlessLeaving();
    return { type: "config_failed", status, message };
  }
}

const zoneOf = (config: Config | null): string | null =>
  config?.projects.find(({ id }) => id === config.project_id)?.timezone ?? null;

/** The time zone of the project people work in. */
export const projectZone = ({ config }: { config: Config | null }): string => zoneOf(config) ?? "UTC";

/** Makes a config the current one and remembers its place. */
export function takeConfig({ config, user }: ConfigAnswer): void {
  storePlace(config.account_id, config.project_id);
  showMomentsIn(zoneOf(config));
  session.set({ config, user });
}

/** Forgets user, account and project; this browser counts as signed out (spec §8, 401). */
export function resetAuth(): void {
  storePlace(null, null);
  storeAuthenticated(false);
  session.set({ config: null, user: null });
  state = { step: "signed_out" };
}

/** The current config. @throws Error on a page that nobody may see without one. */
export function currentConfig(): Config {
  const { config } = session.get();
  if (config === null) throw new Error("This page needs a signed-in user.");
  return config;
}
