/**
 * How the console finds out who is here, as a pure machine (spec §4, Bootstrap): events go in, the next state and the
 * things to do come out. `session.ts` does them.
 */
export type BootstrapState =
  | { step: "start" }
  | { step: "resolving_host"; to: string; accountId: number | null; projectId: number | null }
  | { step: "loading_config"; to: string }
  | { step: "ready" }
  | { step: "signed_out" }
  | { step: "failed"; to: string };

export type BootstrapEvent =
  | { type: "navigated"; to: string; accountId: number | null; projectId: number | null }
  | { type: "host_answered"; host: string; accountId: number | null }
  | { type: "host_failed"; status: number | null }
  | { type: "config_answered" }
  | { type: "config_failed"; status: number | null; message: string | null };

export type BootstrapEffect =
  | { do: "request_host"; accountId: number | null }
  | { do: "use_host"; host: string }
  | { do: "load_config"; query: { project_id: number } | { account_id: number } | Record<string, never> }
  | { do: "clear_place" }
  | { do: "reset_auth" }
  | { do: "go_to_login"; to: string }
  | { do: "go_to_error"; to: string }
  | { do: "toast_error"; message: string | null };

export interface BootstrapStep {
  state: BootstrapState;
  effects: BootstrapEffect[];
}

export const atStart: BootstrapState = { step: "start" };

/** The one transition function; an event that does not belong to the state changes nothing. */
export function bootstrap(state: BootstrapState, event: BootstrapEvent): BootstrapStep {
  switch (event.type) {
    case "navigated":
      return begin(state, event);
    case "host_answered":
      return state.step === "resolving_host" ? afterHost(state, event) : stay(state);
    case "host_failed":
      return state.step === "resolving_host" ? afterHostFailure(state, event.status) : stay(state);
    case "config_answered":
      return state.step === "loading_config" ? { state: { step: "ready" }, effects: [] } : stay(state);
    case "config_failed":
      return state.step === "loading_config" ? afterConfigFailure(state, event) : stay(state);
  }
}

const stay = (state: BootstrapState): BootstrapStep => ({ state, effects: [] });

function begin(state: BootstrapState, event: Extract<BootstrapEvent, { type: "navigated" }>): BootstrapStep {
  if (state.step === "resolving_host" || state.step === "loading_config" || state.step === "ready") return stay(state);
  const { to, accountId, projectId } = event;
  return {
    state: { step: "resolving_host", to, accountId, projectId },
    effects: [{ do: "request_host", accountId }],
  };
}

function afterHost(
  state: Extract<BootstrapState, { step: "resolving_host" }>,
  event: Extract<BootstrapEvent, { type: "host_answered" }>,
): BootstrapStep {
  const next: BootstrapState = { step: "loading_config", to: state.to };
  const useHost: BootstrapEffect = { do: "use_host", host: event.host };
  const { accountId, projectId } = state;
  if (accountId !== null && event.accountId === accountId) {
    const query = projectId === null ? { account_id: accountId } : { project_id: projectId };
    return { state: next, effects: [useHost, { do: "load_config", query }] };
  }
  const query = event.accountId === null ? {} : { account_id: event.accountId };
  return { state: next, effects: [useHost, { do: "clear_place" }, { do: "load_config", query }] };
}

function afterHostFailure(
  state: Extract<BootstrapState, { step: "resolving_host" }>,
  status: number | null,
): BootstrapStep {
  if (status === 401) return signedOut(state.to);
  return {
    state: { step: "failed", to: state.to },
    effects: [{ do: "clear_place" }, { do: "go_to_error", to: state.to }],
  };
}

function afterConfigFailure(
  state: Extract<BootstrapState, { step: "loading_config" }>,
  event: Extract<BootstrapEvent, { type: "config_failed" }>,
): BootstrapStep {
  if (event.status === 401) return signedOut(state.to);
  return {
    state: { step: "failed", to: state.to },
    effects: [{ do: "reset_auth" }, { do: "go_to_error", to: state.to }, { do: "toast_error", message: event.message }],
  };
}

const signedOut = (to: string): BootstrapStep => ({
  state: { step: "signed_out" },
  effects: [{ do: "reset_auth" }, { do: "go_to_login", to }],
});
