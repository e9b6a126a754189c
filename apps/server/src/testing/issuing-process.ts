import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { issueInvoice } from "../billing/invoices/issue.ts";
import { createServices } from "../composition.ts";
import type { Services } from "../context.ts";
import { readConfig } from "../platform/config.ts";

interface Issuing {
  accountIds: readonly number[];
  month: string;
  /** What its clock shows, in ISO 8601. */
  at: string;
  /** Invoices that are being issued at a time. */
  parallel: number;
}

/** A separate process that issues invoices; `issued` grows by one for each that it has committed. */
export function startIssuingProcess({ config }: Services, issuing: Issuing) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    env: {
      PATH: process.env["PATH"],
      KINORA_DATA_DIR: config.dataDir,
      DATABASE_URL: config.databaseUrl ?? "",
      LOG_LEVEL: "error",
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      ISSUING: JSON.stringify(issuing),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const state = { issued: 0 };
  createInterface({ input: child.stdout }).on("line", () => (state.issued += 1));
  const exited = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  return {
    state,
    /** Its exit code, null when a signal ended it. */
    ended: exited.then(([code]) => code),
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

async function issueAll({ accountIds, month, at, parallel }: Issuing): Promise<void> {
  const clock = { now: () => new Date(at) };
  const services = { ...(await createServices(readConfig(process.env), "worker")), clock };
  const remaining = accountIds.values();
  const work = async () => {
    for (const accountId of remaining) {
      await issueInvoice(services, { userId: null }, { accountId, month });
      process.stdout.write(`${accountId}\n`);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  process.exit(0);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await issueAll(JSON.parse(process.env["ISSUING"] ?? "") as Issuing);
