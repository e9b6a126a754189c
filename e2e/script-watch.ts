import type { BrowserContext, Page } from "@playwright/test";
import { FOREIGN_HOST } from "./hostile-texts.ts";

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

/** What of a page's markup could only come from a text: elements with handlers, script addresses, inline scripts. */
export function foreignMarkup(page: Page): Promise<string[]> {
  return page.evaluate((host) => {
    const found: string[] = [];
    for (const element of document.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name)) found.push(`${element.tagName} ${name}`);
        if (/^(href|src|action|formaction|xlink:href)$/i.test(name) && /^\s*(javascript|data:text)/i.test(value))
          found.push(`${element.tagName} ${name}=${value.slice(0, 60)}`);
        if (/^(href|src|action)$/i.test(name) && value.includes(host)) found.push(`${element.tagName} ${name}`);
      }
      // JSON-LD is a data block, which no browser runs (HTML, section 4.12.1).
      const isData = element.getAttribute("type") === "application/ld+json";
      if (element.tagName === "SCRIPT" && !element.hasAttribute("src") && !isData)
        found.push("a script without an address");
      if (element.tagName === "BASE" || element.matches("meta[http-equiv=refresh]")) found.push(element.tagName);
    }
    return found;
  }, FOREIGN_HOST);
}
