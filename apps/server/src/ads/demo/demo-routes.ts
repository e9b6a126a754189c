import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../platform/config.ts";
import { Refusal } from "../../platform/refusal.ts";
import { DEMO_CLIP, DEMO_DOCUMENTS, DEMO_FOLDER } from "./demo-documents.ts";

/** Answers with the demo ad's media, or 404 while a worker has not made it yet. */
export type SendClip = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const EVERYWHERE = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };
/** A request that is never answered is closed after this long. */
const SILENT_MS = 30_000;
/** Requests that are held open without an answer at the same time. */
const SILENT_MAX = 50;

/** Serves the demo ad server below /demo/vast/: VAST and VMAP documents, their media, their beacons, and failures of all kinds. */
export function serveDemoAds(app: FastifyInstance, { urls }: Pick<Config, "urls">, sendClip: SendClip): void {
  let silent = 0;

  /** Holds a request without an answer until its client, or its time, has gone. */
  async function keepSilent(reply: FastifyReply): Promise<void> {
    if (silent >= SILENT_MAX)
      throw new Refusal("rate_limited", "Too many requests are waiting. Try again in a moment.");
    silent += 1;
    reply.hijack();
    const { raw } = reply;
    const timer = setTimeout(() => raw.destroy(), SILENT_MS);
    raw.once("close", () => {
      clearTimeout(timer);
      silent -= 1;
    });
  }

  app.get<{ Params: { file: string } }>(`${DEMO_FOLDER}:file`, async (request, reply) => {
    const { file } = request.params;
    const document = Object.hasOwn(DEMO_DOCUMENTS, file) ? DEMO_DOCUMENTS[file] : undefined;
    if (document)
      return reply
        .headers({ ...EVERYWHERE, "content-type": "application/xml; charset=utf-8" })
        .send(document.write(urls.edge));
    if (file === DEMO_CLIP) {
      reply.hijack();
      return sendClip(request, reply);
    }
    if (file === "error.xml")
      return reply.status(500).headers(EVERYWHERE).type("text/plain").send("The demo ad server failed.");
    if (file === "slow.xml" || file === "slow.mp4") return keepSilent(reply);
    if (file === "beacon") return reply.status(204).headers(EVERYWHERE).send();
    if (file === "clicked")
      return reply.type("text/plain; charset=utf-8").send("This is where a click on the demo ad leads.");
    throw new Refusal("not_found", "There is nothing at this address.");
  });
}
