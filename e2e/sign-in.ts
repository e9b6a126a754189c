import { LOGIN_HEADER } from "@kinora/contract/people/login.ts";
import type { BrowserContext, Page } from "@playwright/test";
import type { Environment } from "./environment.ts";
import { noteToasts } from "./toasts.ts";

/** Everybody's, in these tests. */
export const PASSWORD = "violet ladder hums";

/**
 * Gives a browser the sessions of a person, at the login application and at the API, without a page: each page that a
 * browser opens for it costs half a second of both processors. session.test.ts takes the way of people, through the form.
 */
export async function signIn(context: BrowserContext, { urls }: Environment, person: { email: string }): Promise<void> {
  await noteToasts(context);
  const response = await context.request.post(`${urls.login}/api/sign-in`, {
    headers: { origin: urls.login, [LOGIN_HEADER]: "1" },
    data: { email: person.email, password: PASSWORD, redirect: `${urls.console}/dashboard` },
  });
  if (!response.ok())
    throw new Error(`${person.email} could not sign in: ${response.status()} ${await response.text()}`);
  // Whom the login application still asks for something, as a code, is led there by the console.
  await context.request.get(`${urls.api}/session/start?redirect=${encodeURIComponent(`${urls.console}/dashboard`)}`);
}

/**
 * Signs a person in and arrives at a page of the console. A page that someone else used before is left first: it would learn
 * that their session has ended, and lead to the sign-in in the midst of this.
 */
export async function arriveAs(
  page: Page,
  kinora: Environment,
  person: { email: string },
  path: string,
): Promise<void> {
  if (page.url() !== "about:blank") await page.goto("about:blank");
  await signIn(page.context(), kinora, person);
  await arriveAt(page, kinora, path);
}

/** Opens a page of the console, and answers when the console is there. */
export async function arriveAt(page: Page, { urls }: Environment, path: string): Promise<void> {
  await page.goto(urls.console + path);
  await page.getByRole("navigation", { name: "Main navigation" }).or(page.getByRole("banner")).first().waitFor();
}
