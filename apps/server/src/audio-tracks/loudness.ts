import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { joinFragments } from "@kinora/media/packaging/mp4.ts";
import { segmentFileName } from "@kinora/media/packaging/segment.ts";
import { measureLoudness } from "@kinora/media/sound/loudness.ts";
import { z } from "zod";
import type { Services } from "../context.ts";
import { task } from "../platform/jobs/tasks.ts";
import { showTrack } from "./progress.ts";
import { trackFolder } from "./track-files.ts";

/** Measures how loud a finished track is; one that was deleted or is in another version meanwhile needs nothing. */
export const measureTrack = task({
  name: "audio_tracks.measure",
  payload: z.object({ trackId: z.number() }),
  async run(services, { trackId }, { jobId, signal }) {
    const track = await findMedia(services, trackId);
    if (!track) return;
    const folder = join(services.config.dataDir, "work", jobId);
    await mkdir(folder, { recursive: true });
    try {
      const sound = join(folder, "sound.mp4");
      await joinFragments(partsOf(services, track), sound, signal);
      const loudness = await measureLoudness({ sound, workFolder: folder, signal });
      await services.db.updateTable("audio_tracks").set({ loudness }).where("id", "=", trackId).execute();
      await showTrack(services.db, track.videoId);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

interface TrackMedia {
  videoId: number;
  folder: string;
  segments: number;
}

/** Where the segments of a finished track are: in its own folder, or that of its rendition. */
async function findMedia({ db }: Services, trackId: number): Promise<TrackMedia | null> {
  const row = await db
    .selectFrom("audio_tracks as t")
    .innerJoin("videos", "videos.id", "t.video_id")
    .leftJoin("renditions as r", (join) =>
      join
        .onRef("r.video_id", "=", "t.video_id")
        .onRef("r.label", "=", "t.label")
        .onRef("r.version", "=", "videos.version"),
    )
    .select(["t.video_id", "t.label", "videos.version", "r.segments"])
    .select(({ fn }) => fn<number>("cardinality", ["t.segment_bytes"]).as("own_segments"))
    .where("t.id", "=", trackId)
    .where("t.state", "=", "complete")
    .where("t.deleted", "=", false)
    .where("videos.deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const { video_id: videoId, label, version, segments, own_segments: ownSegments } = row;
  if (label === null) return { videoId, folder: trackFolder(videoId, trackId), segments: ownSegments };
  return segments ? { videoId, folder: `assets/${videoId}/v${version}/${label}/`, segments } : null;
}

async function* partsOf({ storage }: Services, { folder, segments }: TrackMedia) {
  for (const name of ["init.mp4", ...Array.from({ length: segments }, (_, index) => segmentFileName(index))])
    yield (await storage.get(`${folder}${name}`)).stream;
}
