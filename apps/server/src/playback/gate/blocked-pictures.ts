import type { Database } from "@kinora/db/connect.ts";
import type { FastifyInstance } from "fastify";
import { Refusal } from "../../platform/refusal.ts";
import { HASH } from "../paths.ts";

const FILE = new RegExp(`^(${HASH})\\.jpg$`);

/**
 * Serves the pictures that refused viewers see. A name always leads to the same picture, and reveals nothing about the
 * profile, the project or a video.
 */
export function serveBlockedPictures(app: FastifyInstance, db: Database): void {
  app.get<{ Params: { file: string } }>("/blocked/:file", async (request, reply) => {
    const hash = FILE.exec(request.params.file)?.[1];
    const found =
      hash === undefined
        ? undefined
        : await db.selectFrom("restriction_pictures").select("picture").where("hash", "=", hash).executeTakeFirst();
    if (!found) throw new Refusal("not_found", "There is nothing at this address.");
    return reply
      .headers({
        "content-type": "image/jpeg",
        "cache-control": "public, max-age=31536000, immutable",
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
      })
      .send(found.picture);
  });
}
