import { otherRenditionsOf } from "@kinora/domain/videos/audio-tracks.ts";
import { sql } from "kysely";
import { z } from "zod";
import { task } from "../platform/jobs/tasks.ts";
import { measureTrack } from "./loudness.ts";

const payload = z.object({ video_id: z.number(), version: z.number() });

/**
 * Lists the tracks of sound of a video's source when a version is ready. Those that are listed keep what people say of them; those of
 * another source are removed. Idempotent.
 */
export const listSourceTracks = task({
  name: "audio_tracks.list_source_tracks",
  payload: z.object({ eventId: z.number() }),
  async run({ db, jobs }, { eventId }) {
    const event = await db.selectFrom("events").select("payload").where("id", "=", eventId).executeTakeFirst();
    const ready = payload.safeParse(event?.payload).data;
    if (!ready) return;
    await db.transaction().execute(async (tx) => {
      const video = await tx
        .selectFrom("videos")
        .select(["id", "file_id"])
        .where("id", "=", ready.video_id)
        .where("version", "=", ready.version)
        .where("deleted_at", "is", null)
        .forUpdate()
        .executeTakeFirst();
      if (!video) return;
      await tx
        .deleteFrom("audio_tracks")
        .where("video_id", "=", video.id)
        .where("label", "is not", null)
        .where("file_id", "is distinct from", video.file_id)
        .execute();
      await sql`
        insert into audio_tracks (video_id, project_id, account_id, label, file_id, language, kind)
        select v.id, v.project_id, v.account_id, r.label, v.file_id, r.language,
          case when r.describes_pictures then 'description' else 'main' end
        from videos v join renditions r on r.video_id = v.id and r.version = v.version and r.kind = 'audio'
        where v.id = ${video.id} and not r.label like any(${otherRenditionsOf("%")}) order by r.id
        on conflict do nothing`.execute(tx);
      const tracks = await tx
        .selectFrom("audio_tracks")
        .select("id")
        .where("video_id", "=", video.id)
        .where("label", "is not", null)
        .where("deleted", "=", false)
        .execute();
      // Sounds are encoded again with another bitrate, and sounds that a reuse kept are the same: measuring both costs little.
      for (const { id: trackId } of tracks) await jobs.send(tx, measureTrack, { trackId });
    });
  },
});
