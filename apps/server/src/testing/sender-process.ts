import { createServices } from "../composition.ts";
import type { Services } from "../context.ts";
import { readConfig } from "../platform/config.ts";
import { startSender } from "../webhooks/sender.ts";
import { isStarted, startOwnProcess, type OwnProcess } from "./own-process.ts";

const READY = "ready";

/** Starts a sender of webhooks as a separate process, which ends by `kill -9`. */
export async function startSenderProcess({ config }: Services): Promise<OwnProcess> {
  const env = { KINORA_ALLOW_PRIVATE_URLS: String(config.allowPrivateUrls) };
  const sender = startOwnProcess(import.meta.url, config, env);
  await sender.line((line) => line === READY);
  return sender;
}

if (isStarted(import.meta.url)) {
  await startSender(await createServices(readConfig(process.env), "worker"));
  process.stdout.write(`${READY}\n`);
}
