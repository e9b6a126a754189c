import { LOGIN_HEADER } from "@kinora/contract/people/login.ts";
import type { BrowserContext, Page } from "@playwright/test";
import type { Environment } from "./environment.ts";

/** Everybody's, in these tests. */
export const PASSWORD = "violet ladder hums";

/** Gives a browser the login application's session of a person, as its form does (session.test.ts tests the form). */
export async function signIn(context: BrowserContext, { urls }: Environment, person: { email: string }): Promise<void> {
  const response = await context.request.post(`${urls.login}/api/sign-in`, {
    headers: { origin: urls.login, [LOGIN_HEADER]: "1" },
    data: { email: person.email, password: PASSWORD, redirect: `${urls.console}/dashboard` },
  });
  if (!response.ok())
    throw new Error(`${person.email} could not sign in: ${response.status()} ${await response.text()}`);
}

/** Opens a page of the console, and answers when the console is there: it goes by way of the login application. */
export async function arriveAt(page: Page, { urls }: Environment, path: string): Promise<void> {
  await page.goto(urls.console + path);
  await page.getByRole("navigation", { name: "Main navigation" }).or(page.getByRole("banner")).first().waitFor();
}
