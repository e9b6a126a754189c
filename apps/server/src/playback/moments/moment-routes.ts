import { NotStored } from "@kinora/storage/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../../platform/refusal.ts";
import type { Admission, GatedItem } from "../gate/admission.ts";
import { readPass, readToken, type AskedText } from "../gate/asked-pass.ts";
import type { Gate } from "../gate/gate.ts";
import { pageOf } from "../gate/media-gate.ts";
import { fileHeaders, KEPT, MEDIA_HEADERS, type FlatHeaders } from "../media-headers.ts";
import { HASH } from "../paths.ts";
import type { PlaybackRules } from "../playback-rules.ts";
import { LIVE_PASS_SECONDS, streamAvailability, type PlaybackStreams } from "../playback-streams.ts";
import { sendBytes, type StoredFiles } from "../stored-files.ts";
import type { LiveMoments } from "./live-moments.ts";
import type { MomentPictures } from "./moment-pictures.ts";
import { readMoment } from "./moment-query.ts";

interface MomentRoute {
  Params: { file: string };
  Querystring: { time?: AskedText; width?: AskedText; token?: AskedText };
}

const FILE = new RegExp(`^(${HASH})\\.jpg$`);
const NO_STORE = "private, no-store";
const EXPIRED = { reason: "pass_expired", message: "This player has been open too long. Reload the page." };

/** What the pictures of moments need besides the framework. */
export interface MomentParts {
  rules: PlaybackRules;
  streams: PlaybackStreams;
  gate: Gate;
  pictures: MomentPictures;
  live: LiveMoments;
  files: StoredFiles;
}

/**
 * Serves pictures of any moment of a video, and of those that viewers of a livestream can go back to:
 * `/thumb/{hash}.jpg?time=12.5&width=640`, with `token` where it is needed.
 */
export function serveMoments(app: FastifyInstance, parts: MomentParts): void {
  const { rules, streams, pictures, files, live } = parts;
  app.get<MomentRoute>("/thumb/:file", async (request, reply) => {
    reply.headers(READABLE);
    const asked = readMoment(request.query);
    if ("problem" in asked) return reply.status(400).send({ message: asked.problem, code: "bad_request" });
    const hash = FILE.exec(request.params.file)?.[1];
    const pass = readPass(request.query.token);
    const found = hash === undefined ? null : await rules.find(hash, pass);
    if (found && found.takenDown !== null) throw new Refusal("taken_down", found.takenDown);
    const stream = hash === undefined || found?.video ? null : await streams.find(hash);
    if (stream) {
      const headers = await admit(
        parts,
        { ...stream, kind: "stream", durationSeconds: LIVE_PASS_SECONDS },
        request,
        reply,
      );
      if (!headers) return reply;
      if (streamAvailability(stream) !== "playable")
        throw new Refusal("not_found", "This livestream is not on air: it has no pictures now.");
      sendBytes(request.raw, reply.raw, await live.read(stream, asked, request.ip), headers);
      return reply.hijack();
    }
    if (!found?.video) throw new Refusal("not_found", "There is no video at this address.");
    const { video, profileId } = found;
    const headers = await admit(parts, { ...video, kind: "video", profileId }, request, reply);
    if (!headers) return reply;
    const moment = found.availability === "playable" ? await pictures.find(video, asked) : null;
    if (!moment) throw new Refusal("not_found", "There is no picture of this video yet.");
    try {
      await files.send(request.raw, reply.raw, moment.key, headers);
    } catch (error) {
      if (!(error instanceof NotStored)) throw error;
      sendBytes(request.raw, reply.raw, await pictures.make(moment, request.ip), headers);
    }
    return reply.hijack();
  });
}

/** The headers of the picture that this request may have; null where it was refused, and answered. */
async function admit(
  { rules, gate }: MomentParts,
  { profileId, ...item }: Omit<GatedItem, "profileId"> & { profileId: number | null; accountId: number },
  request: FastifyRequest<MomentRoute>,
  reply: FastifyReply,
): Promise<FlatHeaders | null> {
  const pass = readPass(request.query.token);
  // Members meet no restrictions; a video is found under none for them.
  const isOpen = profileId === null || (item.kind === "stream" && (await rules.isMemberOf(item, pass)));
  const admission = isOpen ? null : await decide(gate, { ...item, profileId }, request, pass);
  if (admission === "expired" || admission?.kind === "refused") {
    refuse(reply, admission === "expired" ? EXPIRED : admission);
    return null;
  }
  const security = reply.getHeader("strict-transport-security");
  if (typeof security === "string") reply.raw.setHeader("strict-transport-security", security);
  return fileHeaders("image/jpeg", keptFor(admission, pass));
}

/** The headers of answers that are no picture: the same as of a picture. */
const READABLE = Object.fromEntries(
  MEDIA_HEADERS.flatMap((name, index) => (index % 2 === 0 ? [[name, MEDIA_HEADERS[index + 1] ?? ""]] : [])),
);

/** The same decision as about a poster: on a viewer's pass, or on what the request carries itself. */
async function decide(
  gate: Gate,
  item: GatedItem,
  { query, raw }: FastifyRequest<MomentRoute>,
  pass: string | null,
): Promise<Admission | "expired"> {
  if (pass !== null) return (await gate.recheck(item, raw, pass)) ?? "expired";
  return gate.admitVisit(item, raw, { token: readToken(query.token), page: pageOf(raw) });
}

/** Shared caches keep what is for everyone; an answer to one page or token is for that request only. */
function keptFor(admission: Admission | null, pass: string | null): string {
  if (admission === null || admission.kind === "open") return KEPT[pass === null ? "public" : "private"];
  return pass === null ? NO_STORE : KEPT.private;
}

const refuse = (reply: FastifyReply, { reason, message }: { reason: string; message: string }): FastifyReply =>
  reply.status(403).header("cache-control", NO_STORE).send({ message, code: reason });
