import type { FastifyInstance } from "fastify";
import type { Services } from "../context.ts";
import type { FindCaller } from "../platform/serve-operations.ts";
import { TUS_CAPABILITIES } from "./protocol.ts";

/** Resumable uploads in the tus protocol at /uploads; see docs/decisions for why it is our own. */
export async function serveUploads(app: FastifyInstance, _services: Services, _findCaller: FindCaller): Promise<void> {
  app.options("/uploads", (_request, reply) => reply.status(204).headers(TUS_CAPABILITIES).send());
}
