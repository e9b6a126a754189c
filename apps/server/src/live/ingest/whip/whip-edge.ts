import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../../../context.ts";
import { iceLinks } from "../../../platform/http/ice-links.ts";
import {
  allowEveryOrigin,
  SDP,
  SDP_FRAGMENT,
  takeSessionDescriptions,
} from "../../../platform/http/session-descriptions.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { internalHeaders } from "../../../platform/secrets/internal-token.ts";
import { findGuestLink } from "../../guests/guest-links.ts";
import { liveHosts } from "../../host/placement.ts";
import { iceCredentials, iceTag } from "../../rtc/ice-fragments.ts";
import { WHIP_HEADERS, WHIP_PATH } from "./whip-routes.ts";

/** Public paths. */
const ENDPOINT = "/whip";
const SESSION = "/whip/sessions";
/** What a guest's link is for. */
const GUEST = "/whip/guest";
/** Time for a live host's answer, which opens its port for the first session. */
const LIVE_MS = 10_000;
const NO_HOST = "No live host can receive livestreams now. Please try again in a minute.";
const LONGEST_KEY = 128;
const LONGEST_PROGRAM = 120;

/** Serves WHIP clients, whose requests live hosts answer (RFC 9725). */
export async function serveWhipClients(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (routes) => {
    takeSessionDescriptions(routes);
    allowEveryOrigin(routes, [ENDPOINT, GUEST, `${ENDPOINT}/:key`, `${SESSION}/:id`]);

    for (const path of [ENDPOINT, `${ENDPOINT}/:key`])
      routes.post<{ Params: { key?: string } }>(path, (request, reply) => publish(services, request, reply));

    routes.get(GUEST, async (request, reply) => {
      const link = await findGuestLink(services, tokenOf(request) ?? "");
      if (!link) throw new Refusal("unauthenticated", "This link has ended or was revoked.");
      return reply.header("cache-control", "no-store").send({ name: link.stream_name, ends_at: link.ends_at });
    });

    for (const method of ["PATCH", "DELETE"] as const)
      routes.route<{ Params: { id: string } }>({
        method,
        url: `${SESSION}/:id`,
        handler: (request, reply) => changeSession(services, request, reply),
      });
  });
}

const tokenOf = ({ headers }: Pick<FastifyRequest, "headers">): string | undefined =>
  /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? "")?.[1];

async function publish(
  services: Services,
  request: FastifyRequest<{ Params: { key?: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { headers, params, body, ip } = request;
  const key = params.key ?? tokenOf(request);
  if (!key || key.length > LONGEST_KEY)
    throw new Refusal(
      "unauthenticated",
      "The stream key is missing: send it as a bearer token, or at the end of the address.",
    );
  if (typeof body !== "string" || body === "")
    throw new Refusal("invalid", `The body must be an offer of the type ${SDP}.`);
  const [host] = (await liveHosts(services)).toSorted((a, b) => Number(a.draining) - Number(b.draining));
  if (!host) throw new Refusal("unavailable", NO_HOST);
  const answer = await ask(services, host.url, WHIP_PATH, {
    method: "POST",
    body,
    headers: {
      "content-type": SDP,
      [WHIP_HEADERS.key]: encodeURIComponent(key),
      [WHIP_HEADERS.client]: ip,
      [WHIP_HEADERS.encoder]: encodeURIComponent(headers["user-agent"]?.slice(0, LONGEST_PROGRAM) ?? ""),
    },
  });
  const id = answer.headers.get("x-session");
  if (answer.status !== 201 || id === null) return refused(answer, reply);
  const text = await answer.text();
  return reply
    .status(201)
    .headers({ location: `${SESSION}/${id}`, etag: tagOf(text), "accept-patch": SDP_FRAGMENT })
    .headers(iceLinks(services.config.turn, services.clock.now()))
    .type(SDP)
    .send(text);
}

/** Any live host may have the session. */
async function changeSession(
  services: Services,
  { method, params, headers, body }: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = `${WHIP_PATH}/${encodeURIComponent(params.id)}`;
  const tag = headers["if-match"];
  const sent =
    method === "PATCH"
      ? {
          body: typeof body === "string" ? body : "",
          headers: { "content-type": SDP_FRAGMENT, ...(tag === undefined ? {} : { "if-match": tag }) },
        }
      : {};
  for (const { url } of await liveHosts(services)) {
    const answer = await ask(services, url, path, { method, ...sent });
    if (answer.status === 404) continue;
    if (!answer.ok) return refused(answer, reply);
    const text = await answer.text();
    return text === ""
      ? reply.status(answer.status).send()
      : reply.status(answer.status).header("etag", tagOf(text)).type(SDP_FRAGMENT).send(text);
  }
  throw new Refusal("not_found", "This session does not exist, or has ended.");
}

/** The entity tag of the ICE that an answer has. */
const tagOf = (answer: string): string => iceTag(iceCredentials(answer)?.username ?? "");

interface LiveRequest {
  method: string;
  body?: string;
  headers?: Record<string, string>;
}

/** @throws Refusal when the live host does not answer */
async function ask(services: Services, url: string, path: string, init: LiveRequest): Promise<Response> {
  const { secrets, tracing, log } = services;
  try {
    return await fetch(new URL(path, url), {
      ...init,
      headers: { ...init.headers, ...internalHeaders(secrets, tracing) },
      signal: AbortSignal.timeout(LIVE_MS),
    });
  } catch (error) {
    log.warn({ err: error, url }, "live host did not answer a WHIP client");
    throw new Refusal("unavailable", NO_HOST);
  }
}

/** Passes a live host's refusal on. */
async function refused(answer: Response, reply: FastifyReply): Promise<FastifyReply> {
  return reply
    .status(answer.status)
    .type("application/json")
    .send(await answer.text());
}
