import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { networkOf, type ReceivedRequest } from "../../platform/http/client-address.ts";
import { iceLinks } from "../../platform/http/ice-links.ts";
import {
  allowEveryOrigin,
  SDP,
  SDP_FRAGMENT,
  takeSessionDescriptions,
} from "../../platform/http/session-descriptions.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { TurnConfig } from "../../platform/settings/turn.ts";
import type { Deliveries } from "../deliveries.ts";
import { findItem } from "../found-item.ts";
import type { Admission } from "../gate/admission.ts";
import { readPass } from "../gate/asked-pass.ts";
import type { Gate } from "../gate/gate.ts";
import { pageOf } from "../gate/media-gate.ts";
import { isLowDelay, type PlaybackStream } from "../playback-streams.ts";
import { readCredentials, type VideoRoute } from "../public-page.ts";
import type { WhepSource } from "./whep-source.ts";
import type { WhepViewers, WhepViewersPort } from "./whep-viewers.ts";

const ENDPOINT = "/whep/:hash";
const SESSION = "/whep/:hash/:id";
const NOT_NOW = "This livestream cannot be watched over WebRTC now.";
const NO_SESSION = "This session does not exist, or has ended.";

interface SessionRoute {
  Params: { hash: string; id: string };
}

interface WhepParts extends Pick<WhepViewersPort, "rules" | "streams"> {
  gate: Gate;
  source: WhepSource;
  viewers: WhepViewers;
  deliveries: Deliveries;
  /** Relays that viewers are named. */
  turn: TurnConfig | null;
}

/** Serves viewers over WebRTC (draft-ietf-wish-whep): what restricts a livestream's playlists restricts them alike. */
export async function serveWhepViewers(app: FastifyInstance, parts: WhepParts): Promise<void> {
  const { streams, source } = parts;
  app.addHook("onClose", () => parts.viewers.close());
  await app.register(async (routes) => {
    takeSessionDescriptions(routes);
    allowEveryOrigin(routes, [ENDPOINT, SESSION]);
    routes.post<VideoRoute>(ENDPOINT, (request, reply) => watch(parts, request, reply));
    for (const method of ["PATCH", "DELETE"] as const)
      routes.route<SessionRoute>({
        method,
        url: SESSION,
        async handler({ params: { hash, id }, body }, reply) {
          const stream = await streams.find(hash);
          if (!stream || stream.hostUrl === null) throw new Refusal("not_found", NO_SESSION);
          const answer = await (method === "PATCH"
            ? source.change(stream, id, typeof body === "string" ? body : "")
            : source.end(stream, id));
          return passOn(answer, reply);
        },
      });
  });
}

async function watch(
  parts: WhepParts,
  request: FastifyRequest<VideoRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (typeof request.body !== "string" || request.body === "")
    throw new Refusal("invalid", `The body must be an offer of the type ${SDP}.`);
  const admitted = await admit(parts, request);
  if (!isLowDelay(admitted.stream)) throw new Refusal("unavailable", NOT_NOW);
  const viewer = { ...admitted, network: networkOf(request.ip), offer: request.body };
  return parts.viewers.arrive(viewer.network, () => connect(parts, request, reply, viewer));
}

/** Has a live host answer the offer of a viewer who was admitted. */
async function connect(
  parts: WhepParts,
  request: FastifyRequest<VideoRoute>,
  reply: FastifyReply,
  { stream, pass, isMember, network, offer }: Admitted & { network: string; offer: string },
): Promise<FastifyReply> {
  const { hash } = stream;
  const answer = await parts.source.create(stream, offer);
  const id = answer?.headers.get("x-session");
  if (answer?.status !== 201 || !id) return passOn(answer, reply);
  const { headers, socket } = request.raw;
  const seen: ReceivedRequest = { headers, socket: { remoteAddress: socket.remoteAddress } };
  const item = { kind: "stream" as const, id: stream.id, projectId: stream.projectId };
  const delivered = parts.deliveries.measure(seen, item, { hash, pass }, { kind: "segment", height: 0 });
  parts.viewers.add(id, { hash, network, pass, request: seen, isMember, delivered });
  return reply
    .status(201)
    .headers({ location: `/whep/${hash}/${id}`, etag: `"${id.slice(0, 8)}"`, "accept-patch": SDP_FRAGMENT })
    .headers(iceLinks(parts.turn, new Date()))
    .type(SDP)
    .send(await answer.text());
}

interface Admitted {
  stream: PlaybackStream;
  pass: string | null;
  isMember: boolean;
}

/** The livestream, and the pass with which a viewer is decided on again. @throws Refusal for who may not watch it */
async function admit(
  parts: WhepParts,
  { params: { hash }, query, raw }: FastifyRequest<VideoRoute>,
): Promise<Admitted> {
  const pass = readPass(query.token);
  const found = await findItem(parts, hash, pass);
  const stream = found.live ? await parts.streams.find(hash) : null;
  if (!stream) throw new Refusal("not_found", "This livestream does not exist.");
  const isMember = pass !== null && !found.gated && (await parts.rules.isMemberOf(stream, pass));
  if (!found.gated) return { stream, pass, isMember };
  const admission =
    (pass === null ? null : await parts.gate.recheck(found.gated, raw, pass)) ??
    (await parts.gate.admit(found.gated, raw, { ...readCredentials(query), page: pageOf(raw) }));
  return { stream, pass: passOf(admission, pass), isMember };
}

function passOf(admission: Admission, pass: string | null): string | null {
  if (admission.kind === "refused") throw new Refusal("forbidden", admission.message);
  return admission.kind === "admitted" ? admission.pass : pass;
}

/** Passes a live host's answer on. */
async function passOn(answer: Response | null, reply: FastifyReply): Promise<FastifyReply> {
  if (!answer) throw new Refusal("unavailable", NOT_NOW);
  if (answer.ok) return reply.status(answer.status).send();
  return reply
    .status(answer.status)
    .type("application/json")
    .send(await answer.text());
}
