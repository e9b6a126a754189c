import type { Database } from "@kinora/db/connect.ts";
import type { FastifyInstance } from "fastify";
import { Refusal } from "../platform/refusal.ts";
import { HASH } from "./paths.ts";

interface PictureRoute {
  Params: { hash: string; file: string };
}

const PLAYER = new RegExp(`^${HASH}$`);
const FILE = /^([1-9]\d{0,8})\.png$/;

/** Serves the logos and watermarks of players. A number always names the same picture. */
export function servePlayerPictures(app: FastifyInstance, db: Database): void {
  app.get<PictureRoute>("/players/:hash/:file", async (request, reply) => {
    const number = Number(FILE.exec(request.params.file)?.[1] ?? 0);
    const found =
      number > 0 && PLAYER.test(request.params.hash)
        ? await db
            .selectFrom("player_pictures as picture")
            .innerJoin("players as player", "player.id", "picture.player_id")
            .select("picture.picture")
            .where("player.hash", "=", request.params.hash)
            .where("picture.number", "=", number)
            .executeTakeFirst()
        : undefined;
    if (!found) throw new Refusal("not_found", "There is nothing at this address.");
    return reply
      .headers({
        "content-type": "image/png",
        "cache-control": "public, max-age=31536000, immutable",
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
      })
      .send(found.picture);
  });
}
