import type { FastifyInstance } from "fastify";
import type { Services } from "../context.ts";
import { receive } from "./inbox.ts";

const MESSAGE_BYTES = 256 * 1024;

/** The addresses of inboxes: they take the messages of any sender, and show whether they are signed. */
export async function serveInboxes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    // A signature is of the bytes as they arrived.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: MESSAGE_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Params: { token: string }; Body: string | undefined }>(
      "/inbox/:token",
      async ({ params, headers, body }, reply) => {
        await receive(services, params.token, headers, body ?? "");
        return reply.code(204).send();
      },
    );
  });
}
