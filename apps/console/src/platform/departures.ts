import { runtime } from "./runtime.ts";
import { storeAuthenticated } from "./stored-state.ts";

/** Leaves the console for another application; the promise stays open because this page is going away. */
export function leave(url: string): Promise<never> {
  location.assign(url);
  return new Promise<never>(() => {});
}

/** The full address of a path of the console, to come back to. */
export const here = (path: string) => `${location.origin}${path}`;

/** The address of a page of the login application. @throws Error when its host cannot be found out. */
export async function loginUrl(path: string, query: Record<string, string>): Promise<string> {
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
