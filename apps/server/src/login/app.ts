import type { FastifyInstance } from "fastify";
import type { Services } from "../context.ts";
import { createHttpServer } from "../platform/http/http.ts";
import { requestTracing } from "../platform/http/traced-requests.ts";
import { serviceHealth } from "../platform/process/checks.ts";
import { serveAvatars } from "./avatars.ts";
import { serveLoginOperations } from "./operations.ts";
import { serveProviderLogout } from "./own-provider/serve-logout.ts";
import { serveProviderCallback } from "./own-provider/serve.ts";
import { servePages } from "./pages.ts";
import { loginRouter } from "./routes.ts";
import { serveHost, serveLogout, serveOidc } from "./serve.ts";

/** The login application's server, not yet listening. */
export async function createLoginApp(services: Services): Promise<FastifyInstance> {
  const app = createHttpServer({
    name: "login",
    config: services.config,
    publicUrl: services.config.urls.login,
    log: services.log,
    ...serviceHealth(services),
    metrics: services.metrics,
    ...requestTracing(services),
  });
  serveHost(app, services);
  serveLogout(app, services);
  await serveOidc(app, services);
  serveProviderCallback(app, services);
  await serveProviderLogout(app, services);
  await serveAvatars(app, services);
  serveLoginOperations(app, services, loginRouter);
  await servePages(app);
  return app;
}
