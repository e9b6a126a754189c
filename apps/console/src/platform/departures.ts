import { runtime } from "./runtime.ts";
import { resetAuth } from "./session.ts";
import { storeAuthenticated } from "./storedState.ts";

/** Leaves the console for another application; the promise stays open because this page is going away. */
function leave(url: string): Promise<never> {
  location.assign(url);
  return new Promise<never>(() => {});
}

const here = (path: string) => `${location.origin}${path}`;

async function loginUrl(path: string, query: Record<string, string>): Promise<string> {
  const { login_host } = await runtime();
  const url = new URL(`${login_host}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** To the login application, and back to `to` of the console afterwards. */
export async function goToLogin(to: string): Promise<never> {
  const url = await loginUrl("/login", { redirect: here(to) });
  storeAuthenticated(null);
  return leave(url);
}

/** To the registration of the login application; it returns to the dashboard. */
export async function goToRegister(): Promise<never> {
  const url = await loginUrl("/register", { redirect: here("/dashboard") });
  storeAuthenticated(null);
  return leave(url);
}

/** Ends the session everywhere; the login application sends the browser back to `to`. */
export async function goToLogout(to: string): Promise<never> {
  const url = await loginUrl("/logout", { redirect: here(to) });
  resetAuth();
  return leave(url);
}

/** Hands an activation over to the login application, with all that its link carried. */
export async function goToActivate(search: string): Promise<never> {
  const url = await loginUrl("/activate", Object.fromEntries(new URLSearchParams(search)));
  storeAuthenticated(null);
  return leave(url);
}

/** Where a person edits their own name, picture and password. */
export const profileUrl = (loginHost: string) => `${loginHost}/profile`;

/** Signs in at another API host (accounts may live in different cells) and comes back to the dashboard. */
export const startSessionAt = (host: string): Promise<never> =>
  leave(`${host}/session/start?redirect=${encodeURIComponent(here("/dashboard"))}`);
