import { doNotWaitForDisk } from "@kinora/db/testing.ts";
import { test as withoutProduct } from "@playwright/test";
import { startKinora, type Environment } from "./environment.ts";

export { expect } from "@playwright/test";

/**
 * Tests of the whole product. What runs is started once for all files of a worker that ask for `product`; each makes an
 * account of its own in it. Files that kill what runs, or need it fresh or configured, start their own.
 */
export const test = withoutProduct.extend<object, { product: Environment }>({
  product: [
    // Playwright reads the names of what is needed from this pattern, and takes no other parameter.
    async ({ browserName: _anyBrowser }, use) => {
      const kinora = await startKinora();
      await doNotWaitForDisk(kinora.databaseUrl);
      await use(kinora);
      await kinora.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
});
