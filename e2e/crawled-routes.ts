import type { Page } from "@playwright/test";
import type { CrawledProject } from "./crawled-project.ts";

interface RoutesOfPage {
  routesById: Record<string, { fullPath: string; options: { path?: string } }>;
}

/** The paths of the console's route table as it runs, those of signed-in people or the others. */
export async function routesOf(page: Page, who: "signed in" | "visitors"): Promise<string[]> {
  await page.waitForFunction(() => "__TSR_ROUTER__" in globalThis);
  const routes = await page.evaluate(() => {
    const { routesById } = Reflect.get(globalThis, "__TSR_ROUTER__") as RoutesOfPage;
    return Object.entries(routesById).flatMap(([id, { fullPath, options }]) =>
      options.path === undefined ? [] : [{ id, fullPath }],
    );
  });
  const wanted = routes.filter(({ id }) => id.startsWith("/app/") === (who === "signed in"));
  return wanted.map(({ fullPath }) => (fullPath === "/" ? fullPath : fullPath.replace(/\/$/, "")));
}

/** An address of a route. @throws Error for a parameter that nothing was made for. */
export const addressOf = ({ parameters }: CrawledProject, route: string): string =>
  route.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`crawled-project.ts makes nothing for the parameter ${name} of ${route}.`);
    return String(value);
  });

export type Area = "projects" | "account" | "advanced area";

export const areaOf = (route: string): Area =>
  route.startsWith("/account") ? "account" : route.startsWith("/advanced") ? "advanced area" : "projects";
