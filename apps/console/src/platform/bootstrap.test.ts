import { expect, test } from "vitest";
import { atStart, bootstrap, type BootstrapEffect, type BootstrapEvent, type BootstrapState } from "./bootstrap.ts";

const to = "/video?page=2";
const resolving: BootstrapState = { step: "resolving_host", to, accountId: 7, projectId: 3 };
const loading: BootstrapState = { step: "loading_config", to };
const host = "http://localhost:4002";
const useHost: BootstrapEffect = { do: "use_host", host };

const table: [name: string, from: BootstrapState, event: BootstrapEvent, step: string, effects: BootstrapEffect[]][] = [
  [
    "the first navigation asks for the host of the stored account",
    atStart,
    { type: "navigated", to, accountId: 7, projectId: 3 },
    "resolving_host",
    [{ do: "request_host", accountId: 7 }],
  ],
  [
    "a first visit asks for the host without an account",
    atStart,
    { type: "navigated", to, accountId: null, projectId: null },
    "resolving_host",
    [{ do: "request_host", accountId: null }],
  ],
  [
    "nobody signed in leads to the login and back to the target",
    resolving,
    { type: "host_failed", status: 401 },
    "signed_out",
    [{ do: "reset_auth" }, { do: "go_to_login", to }],
  ],
  [
    "a login service that breaks forgets the place and shows the error page",
    resolving,
    { type: "host_failed", status: 503 },
    "failed",
    [{ do: "clear_place" }, { do: "go_to_error", to }],
  ],
  [
    "a login service that cannot be reached does the same",
    resolving,
    { type: "host_failed", status: null },
    "failed",
    [{ do: "clear_place" }, { do: "go_to_error", to }],
  ],
  [
    // spec: 4.4
    "the stored account loads the config of the stored project",
    resolving,
    { type: "host_answered", host, accountId: 7 },
    "loading_config",
    [useHost, { do: "load_config", query: { project_id: 3 } }],
  ],
  [
    // spec: 4.5
    "the stored account without a project loads the config of the account",
    { ...resolving, projectId: null },
    { type: "host_answered", host, accountId: 7 },
    "loading_config",
    [useHost, { do: "load_config", query: { account_id: 7 } }],
  ],
  [
    // spec: 4.6
    "another account forgets the place and loads that account",
    resolving,
    { type: "host_answered", host, accountId: 8 },
    "loading_config",
    [useHost, { do: "clear_place" }, { do: "load_config", query: { account_id: 8 } }],
  ],
  [
    "a person without an account loads a config of their own",
    { ...resolving, accountId: null, projectId: null },
    { type: "host_answered", host, accountId: null },
    "loading_config",
    [useHost, { do: "clear_place" }, { do: "load_config", query: {} }],
  ],
  ["the config makes the console ready", loading, { type: "config_answered" }, "ready", []],
  [
    // spec: 4.7
    "a config refused for want of a session leads to the login",
    loading,
    { type: "config_failed", status: 401, message: "Sign in." },
    "signed_out",
    [{ do: "reset_auth" }, { do: "go_to_login", to }],
  ],
  [
    "a config that fails shows the error page and the server's words",
    loading,
    { type: "config_failed", status: 500, message: "It broke." },
    "failed",
    [{ do: "reset_auth" }, { do: "go_to_error", to }, { do: "toast_error", message: "It broke." }],
  ],
  [
    "a second navigation does not start over",
    resolving,
    { type: "navigated", to: "/live", accountId: 7, projectId: 3 },
    "resolving_host",
    [],
  ],
  [
    "a ready console stays ready",
    { step: "ready" },
    { type: "navigated", to, accountId: 7, projectId: 3 },
    "ready",
    [],
  ],
  [
    "after a failure the next navigation tries again",
    { step: "failed", to },
    { type: "navigated", to, accountId: null, projectId: null },
    "resolving_host",
    [{ do: "request_host", accountId: null }],
  ],
  [
    "an answer that comes too late changes nothing",
    { step: "signed_out" },
    { type: "config_answered" },
    "signed_out",
    [],
  ],
];

test.each(table)("%s", (_name, from, event, step, effects) => {
  const result = bootstrap(from, event);
  expect(result.state.step).toBe(step);
  expect(result.effects).toEqual(effects);
});
