import { browserOf } from "@kinora/domain/analytics/user-agents.ts";
import type { FastifyInstance } from "fastify";
import type { Services } from "../../../context.ts";
import { SDP, SDP_FRAGMENT, takeSessionDescriptions } from "../../../platform/http/session-descriptions.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { isInternal } from "../../../platform/secrets/internal-token.ts";
import type { WhipSessions } from "./whip-sessions.ts";

/** Paths of the live role, and the headers in which an edge passes on what it received. */
export const WHIP_PATH = "/live/whip";
export const WHIP_HEADERS = { key: "x-stream-key", client: "x-publisher", encoder: "x-encoder" } as const;

const text = (value: string | string[] | undefined): string => (typeof value === "string" ? value : "");

/** A browser's name, or how another program calls itself. */
function programOf(agent: string): string | null {
  if (agent === "") return null;
  return agent.startsWith("Mozilla/") ? `Browser (${browserOf(agent)})` : agent;
}

/** Serves edges, which pass the requests of WHIP clients on (RFC 9725). */
export async function serveWhip(
  app: FastifyInstance,
  { secrets }: Pick<Services, "secrets">,
  sessions: WhipSessions,
): Promise<void> {
  await app.register(async (routes) => {
    takeSessionDescriptions(routes);
    routes.addHook("onRequest", async ({ headers }) => {
      if (!isInternal(secrets, headers.authorization))
        throw new Refusal("unauthenticated", "Only roles of this installation can publish here.");
    });

    routes.post<{ Body: string }>(WHIP_PATH, async ({ headers, body }, reply) => {
      const created = await sessions.create({
        key: decodeURIComponent(text(headers[WHIP_HEADERS.key])),
        offer: body,
        clientIp: text(headers[WHIP_HEADERS.client]),
        encoder: programOf(decodeURIComponent(text(headers[WHIP_HEADERS.encoder]))),
      });
      return reply.status(201).header("x-session", created.id).type(SDP).send(created.answer);
    });

    routes.patch<{ Params: { id: string }; Body: string }>(
      `${WHIP_PATH}/:id`,
      async ({ params, headers, body }, reply) => {
        const tag = headers["if-match"];
        if (tag !== undefined && !sessions.isCurrent(params.id, tag))
          return reply.status(412).send({ message: "The entity tag is not the session's." });
        const answer = await sessions.change(params.id, body);
        return answer === null ? reply.status(204).send() : reply.status(200).type(SDP_FRAGMENT).send(answer);
      },
    );

    routes.delete<{ Params: { id: string } }>(`${WHIP_PATH}/:id`, (request, reply) => {
      sessions.remove(request.params.id);
      return reply.status(200).send();
    });
  });
}
