import type { FastifyReply, FastifyRequest } from "fastify";
import type { PageFiles } from "./built-files.ts";
import type { Admission } from "./gate/admission.ts";
import { REFUSED_POLICY, writeRefusedPage } from "./gate/refused-page.ts";
import { sendPage, type VideoRoute } from "./public-page.ts";

/** Sends what replaces an embed page that is refused: why, or the form for the password. */
export function sendRefused(
  files: PageFiles,
  request: FastifyRequest<VideoRoute>,
  reply: FastifyReply,
  refused: Admission & { kind: "refused" },
): FastifyReply {
  reply.status(403).header("x-kinora-reason", refused.reason);
  const action = `/embed/${request.params.hash}/password${new URL(request.url, "http://edge").search}`;
  const form = refused.ticket === null ? null : { ticket: refused.ticket, action };
  return sendPage(reply, REFUSED_POLICY, false, writeRefusedPage(files, refused, form));
}
