import type { Services } from "../context.ts";
import { createLoginApp } from "../login/app.ts";
import { startMailInbox } from "../login/mail-inbox.ts";
import { warmUp } from "../login/passwords.ts";
import { listenOnIpv6Too } from "../platform/http/both-families.ts";
import { afterStart } from "../platform/process/after-start.ts";
import type { RunningRole } from "../platform/process/running-role.ts";

/** The login application: its pages, the OpenID Connect provider, and which API host serves an account. */
export async function start(services: Services): Promise<RunningRole> {
  const { config, log } = services;
  const app = await createLoginApp(services);
  await app.listen({ port: config.ports.login, host: config.listenHost });
  await listenOnIpv6Too(app.server, config.listenHost);
  const inbox = config.smtpUrl ? null : await startMailInbox(services);
  // Neither the first sign-in nor the start of the role waits for it.
  const callOff = afterStart(warmUp, (error) => log.warn({ err: error }, "password hashing failed"));
  return {
    async close() {
      callOff();
      await app.close();
      await inbox?.close();
    },
  };
}
