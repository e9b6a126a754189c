import type { Permission } from "@kinora/domain/people/permissions.ts";
import { waitFor } from "@testing-library/react";
import type * as React from "react";
import { vi } from "vitest";
import { queryClient } from "../platform/query-client.ts";
import { resetAuth, type Config, type User } from "../platform/session.ts";
import { storeAuthenticated, storePlace } from "../platform/stored-state.ts";
import { router } from "../routes.tsx";
import { startConsole } from "../start-console.tsx";
import { answerApi, API, type Call, type ApiOptions } from "./api.ts";
import { completePage } from "./render-page.tsx";
import { aConfig, aUser } from "./videos.ts";

export const LOGIN = "http://localhost:4001";

// Pages are rendered once, as in the built console: rendering twice takes twice the time.
vi.mock("react", async (load) => {
  const react = await load<typeof React>();
  return { ...react, StrictMode: react.Fragment };
});

interface Visit extends ApiOptions {
  config?: Partial<Config>;
  permissions?: Permission[];
  user?: Partial<User>;
}

/**
 * Opens the console at an address, as someone with a session does who may do everything. The first time it is started as the
 * page itself starts it; afterwards it is the same console, in which a new person arrives.
 */
export async function openConsole(path: string, visit: Visit = {}): Promise<Call[]> {
  await leaveConsole();
  const config = aConfig({ realtime_url: "", ...visit.config }, visit.permissions);
  const calls = answerApi({
    ...visit,
    answers: { session: { getConfig: { config, user: aUser(visit.user) } }, ...visit.answers },
    first: async (call) => (await visit.first?.(call)) ?? answerAround(call),
  });
  storePlace(config.account_id, config.project_id);
  storeAuthenticated(true);
  if (document.querySelector("#root") === null) {
    completePage();
    history.replaceState(null, "", path);
    document.body.append(Object.assign(document.createElement("div"), { id: "root" }));
    startConsole();
  }
  await follow(path);
  return calls;
}

/** Follows a link of the console, until the page it leads to is shown. */
export async function follow(path: string): Promise<void> {
  await router.navigate({ href: path });
  await waitFor(() => {
    const { status, location, resolvedLocation } = router.state;
    if (status !== "idle" || resolvedLocation?.href !== location.href) throw new Error(`${path} is not shown yet.`);
  });
}

/** Goes where nobody has to be signed in, and forgets who was here. */
export async function leaveConsole(): Promise<void> {
  if (document.querySelector("#root") === null) return;
  await follow("/nobody-is-here");
  resetAuth();
  queryClient.clear();
}

/** What is around the API: the settings of the page, the login application, and the page itself. */
function answerAround({ url, method }: Call): Response | null {
  if (url.pathname === "/runtime.json")
    return Response.json({ login_host: LOGIN, version: "1", realtime: { key: "kinora" } });
  if (url.origin === LOGIN && url.pathname === "/host") return Response.json({ host: API, account_id: 1 });
  if (url.pathname === "/index.html" && method === "HEAD") return new Response(null);
  return null;
}
