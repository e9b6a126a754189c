import { issueInvoice } from "../billing/invoices/issue.ts";
import { createServices } from "../composition.ts";
import type { Services } from "../context.ts";
import { readConfig } from "../platform/config.ts";
import { isStarted, startOwnProcess } from "./own-process.ts";

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
  const issuer = startOwnProcess(import.meta.url, config, { ISSUING: JSON.stringify(issuing) });
  const state = { issued: 0 };
  issuer.onLine(() => (state.issued += 1));
  return { ...issuer, state };
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

if (isStarted(import.meta.url)) await issueAll(JSON.parse(process.env["ISSUING"] ?? "") as Issuing);
