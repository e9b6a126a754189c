import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Services } from "../../context.ts";
import { readEdgeAudience } from "../../platform/access/audience.ts";
import { SDP, takeSessionDescriptions } from "../../platform/http/session-descriptions.ts";
import { Refusal } from "../../platform/refusal.ts";
import { isInternal } from "../../platform/secrets/internal-token.ts";
import type { LiveHost } from "../host/live-host.ts";
import type { WhepSessions } from "./whep-sessions.ts";

const PATH = "/live/whep";
/** What an edge says of its viewers now and then. */
const kept = z.object({ ids: z.array(z.string().max(64)).max(10_000) });

interface KeepRoute {
  Params: { hash: string };
  Headers: { "x-edge"?: string; "x-audience"?: string };
}

/** Serves edges, which pass the requests of admitted viewers on (WebRTC-HTTP egress, draft-ietf-wish-whep). */
export async function serveWhep(
  app: FastifyInstance,
  { secrets }: Pick<Services, "secrets">,
  host: Pick<LiveHost, "findServed">,
  sessions: WhepSessions,
): Promise<void> {
  await app.register(async (routes) => {
    takeSessionDescriptions(routes);
    routes.addHook("onRequest", async ({ headers }) => {
      if (!isInternal(secrets, headers.authorization))
        throw new Refusal("unauthenticated", "Only roles of this installation can watch here.");
    });

    routes.post<{ Params: { hash: string }; Body: string }>(`${PATH}/:hash`, async ({ params, body }, reply) => {
      const { id, answer } = await sessions.create(params.hash, body);
      return reply.status(201).header("x-session", id).type(SDP).send(answer);
    });

    routes.post<KeepRoute>(`${PATH}/:hash/viewers`, (request, reply) => {
      const { hash } = request.params;
      const { "x-edge": edge, "x-audience": report } = request.headers;
      const audience = report ? readEdgeAudience(report) : null;
      if (edge && audience) host.findServed(hash)?.audience.report(edge.slice(0, 64), audience);
      return reply.send(sessions.keep(hash, kept.parse(request.body).ids));
    });

    routes.delete<{ Params: { id: string } }>(`${PATH}/sessions/:id`, (request, reply) => {
      sessions.remove(request.params.id);
      return reply.status(200).send();
    });

    routes.patch<{ Params: { id: string } }>(`${PATH}/sessions/:id`, (request, reply) => {
      // A lite agent has no use for the client's candidates: it answers their checks (RFC 8445 §2.5).
      sessions.require(request.params.id);
      return reply.status(204).send();
    });
  });
}
