import { serveAvatars } from "../login/avatars.ts";
import { startMailInbox } from "../login/mail-inbox.ts";
import { serveLoginOperations } from "../login/operations.ts";
import { servePages } from "../login/pages.ts";
import { warmUp } from "../login/passwords.ts";
import { loginRouter } from "../login/routes.ts";
import { serveHost, serveLogout, serveOidc } from "../login/serve.ts";
import { serviceChecks } from "../platform/checks.ts";
import { createHttpServer } from "../platform/http.ts";
import type { Services } from "../context.ts";
import type { RunningRole } from "../main.ts";

/** The login application: its pages, the OpenID Connect provider, and which API host serves an account. */
export async function start(services: Services): Promise<RunningRole> {
  const { config, log } = services;
  const app = createHttpServer({ name: "login", log, checks: serviceChecks(services) });
  serveHost(app, services);
  serveLogout(app, services);
  await serveOidc(app, services);
  await serveAvatars(app, services);
  serveLoginOperations(app, services, loginRouter);
  await servePages(app);
  await app.listen({ port: config.ports.login, host: "0.0.0.0" });
  const inbox = config.smtpUrl ? null : await startMailInbox(services);
  // The first person to sign in should not wait for it, nor the start of the role.
  warmUp().catch((error: unknown) => log.warn({ err: error }, "hashing passwords does not work"));
  return {
    async close() {
      await app.close();
      await inbox?.close();
    },
  };
}
