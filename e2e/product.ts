import { test as withoutProduct } from "@playwright/test";
import { startKinora, type Environment, type EnvironmentOptions } from "./environment.ts";
import { patient } from "./patience.ts";
import { runDatabase } from "./run-database.ts";

export { expect } from "@playwright/test";

/** Products that tests of a worker share. */
interface Products {
  product: Environment;
  /** The same, which calls addresses of this machine too: receivers of webhooks, providers and servers of tests. */
  openProduct: Environment;
}

/**
 * Tests of the whole product. What runs is started once for all files of a worker that ask for `product`, and once for
 * those that ask for `openProduct`; each makes an account of its own in it. Files that need it fresh or configured in
 * another way start their own.
 */
export const test = withoutProduct.extend<object, Products>({
  // Playwright reads the names of what is needed from these patterns, and takes no other parameter.
  product: [
    async ({ browserName: _anyBrowser }, use) => whileItRuns({}, use),
    { scope: "worker", timeout: patient(300_000) },
  ],
  openProduct: [
    async ({ browserName: _anyBrowser }, use) => whileItRuns({ env: { KINORA_ALLOW_PRIVATE_URLS: "true" } }, use),
    { scope: "worker", timeout: patient(300_000) },
  ],
});

async function whileItRuns(
  { env }: Pick<EnvironmentOptions, "env">,
  use: (kinora: Environment) => Promise<void>,
): Promise<void> {
  const database = await runDatabase();
  const kinora = await startKinora({ env: { ...env, DATABASE_URL: database.url } });
  await use(kinora);
  await kinora.stop();
  await database.drop();
}
