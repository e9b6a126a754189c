import lighthouse, { desktopConfig, type Config, type Result } from "lighthouse";
import type { Report } from "./console-baseline.ts";
import type { OpenConsole } from "./console-browser.ts";

const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;

interface Look {
  what: string;
  path: string;
  config: Config | undefined;
  /** Scores of 100 that are promised, in the order of `CATEGORIES`. */
  goals: readonly [number, number, number];
  largestPaintSeconds: number;
}

const looks: readonly Look[] = [
  { what: "public home, desktop", path: "/", config: desktopConfig, goals: [98, 100, 100], largestPaintSeconds: 1.2 },
  { what: "public home, mobile", path: "/", config: undefined, goals: [90, 100, 100], largestPaintSeconds: 2.5 },
  {
    what: "library of 10,000, desktop",
    path: "/video",
    config: desktopConfig,
    goals: [98, 100, 100],
    largestPaintSeconds: 1.2,
  },
];

const SCORE = { unit: "of 100", better: "higher" } as const;

/** What Lighthouse thinks of the console that was built; what it found fault with stands below. */
export async function measureScores({ product, context, debuggingPort }: OpenConsole, report: Report): Promise<void> {
  const { kinora } = product;
  // The home leads people who are signed in on to the dashboard: a visitor has no session.
  const cookies = await context.cookies();
  await context.clearCookies();
  for (const look of looks) {
    if (look.path !== "/") {
      await context.addCookies(cookies);
      // The console's own session begins at the first visit.
      const page = await context.newPage();
      await page.goto(kinora.urls.console + look.path);
      await page.getByRole("table").waitFor();
      await page.close();
    }
    const result = await lookAt(kinora.urls.console + look.path, debuggingPort, look.config);
    for (const [index, category] of CATEGORIES.entries()) {
      const score = Math.round(100 * (result.categories[category]?.score ?? 0));
      await report(`${look.what}: ${category}`, score, `≥ ${look.goals[index]}`, SCORE);
    }
    const seconds = (audit: string) => (result.audits[audit]?.numericValue ?? 0) / 1_000;
    const paint = seconds("largest-contentful-paint");
    await report(`${look.what}: largest paint`, paint, `≤ ${look.largestPaintSeconds} s`, {
      unit: "s",
      better: "lower",
    });
    const shift = result.audits["cumulative-layout-shift"]?.numericValue ?? 0;
    await report(`${look.what}: layout shift`, shift, "≤ 0.05", { unit: "", better: "lower" });
    for (const fault of faultsOf(result)) console.log(`    ${fault}`);
  }
}

async function lookAt(url: string, port: number, config: Config | undefined): Promise<Result> {
  const run = await lighthouse(
    url,
    { port, output: "json", logLevel: "error", onlyCategories: [...CATEGORIES], disableStorageReset: true },
    config,
  );
  if (!run || run.lhr.runtimeError)
    throw new Error(`Lighthouse could not audit ${url}: ${run?.lhr.runtimeError?.message}`);
  return run.lhr;
}

/** Audits that count and are not whole, in Lighthouse's own words. */
function faultsOf(result: Result): string[] {
  return CATEGORIES.flatMap((category) =>
    (result.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = result.audits[id];
      if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) return [];
      return [`${category}: ${audit.title}${audit.displayValue ? ` (${audit.displayValue})` : ""}`];
    }),
  );
}
