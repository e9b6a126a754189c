import type { BrowserContext, Page } from "@playwright/test";
import { foreignMarkup as foreignMarkupIn } from "../apps/console/src/testing/foreign-markup.ts";
import { FOREIGN_HOST } from "../apps/console/src/testing/hostile-texts.ts";

/** Whatever showed that a text ran, or tried to: empty when all is well. */
export interface ScriptWatch {
  readonly findings: string[];
}

/**
 * Listens in every page of a context for a text that runs (the canary is set, a dialog opens), that a page's policy had to
 * stop, that became a script, a handler, a frame or a link of its own, or that reached another host.
 */
export async function watchScripts(context: BrowserContext): Promise<ScriptWatch> {
  const findings: string[] = [];
  await context.exposeBinding("kinoraFound", ({ page }, what: string) => {
    findings.push(`${page.url()}: ${what}`);
  });
  await context.addInitScript(() => {
    const tell = (what: string) => {
      const { kinoraFound } = globalThis as unknown as { kinoraFound?: (what: string) => void };
      kinoraFound?.(what);
    };
    Object.defineProperty(globalThis, "kinoraRan", {
      set: () => {
        tell("a text ran");
      },
      get: () => undefined,
    });
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
      tell(`the policy stopped ${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  context.on("page", (page) => {
    page.on("dialog", (dialog) => {
      findings.push(`${page.url()}: a dialog, ${dialog.message()}`);
      void dialog.dismiss();
    });
  });
  context.on("request", (request) => {
    if (new URL(request.url()).hostname.endsWith(FOREIGN_HOST)) findings.push(`asked ${request.url()}`);
  });
  return { findings };
}

/** What of a page's markup could only come from a text. */
export const foreignMarkup = (page: Page): Promise<string[]> => page.evaluate(foreignMarkupIn, FOREIGN_HOST);
