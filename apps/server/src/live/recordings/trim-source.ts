import type { StoredTrack, TrimSource } from "@kinora/media/encoding/trim.ts";
import { segmentSecondsOf } from "@kinora/media/live/loop-programme.ts";
import { segmentFileName } from "@kinora/media/packaging/segment.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";

interface PlayedVersion {
  version: number;
  picture: string;
  sound: string | null;
  watermarked: boolean;
}

/**
 * The tracks a trim is cut from: the highest rendition of the current version, which for a recording is the encoder's own video, and
 * its audio. Null when the video or its files do not exist.
 */
export async function readTrimSource(
  { db, storage }: Pick<Services, "db" | "storage">,
  videoId: number,
): Promise<(TrimSource & { watermarked: boolean }) | null> {
  const { rows } = await sql<PlayedVersion>`
    select v.version, picture.label as picture, sound.label as sound,
      coalesce(t.plan -> 'encoding' -> 'watermark' <> 'null', false) or v.watermarked as watermarked
    from videos v
    join lateral (select * from renditions r where r.video_id = v.id and r.version = v.version and r.kind = 'video'
      and r.state = 'complete' and r.codecs like 'avc%' order by r.height desc nulls last, r.id limit 1) picture on true
    join transcodes t on t.id = picture.transcode_id
    left join lateral (select * from renditions r where r.video_id = v.id and r.version = v.version and r.label = 'audio'
      and r.state = 'complete' order by r.id limit 1) sound on true
    where v.id = ${videoId} and v.status = 'complete' and v.deleted_at is null`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const track = (label: string) => readTrack({ storage }, `assets/${videoId}/v${row.version}/${label}`);
  try {
    return {
      picture: await track(row.picture),
      sound: row.sound === null ? null : await track(row.sound),
      watermarked: row.watermarked,
    };
  } catch (error) {
    if (error instanceof NotStored) return null;
    throw error;
  }
}

async function readTrack({ storage }: Pick<Services, "storage">, folder: string): Promise<StoredTrack> {
  const read = async (name: string) => Buffer.concat(await (await storage.get(`${folder}/${name}`)).stream.toArray());
  return {
    init: await read("init.mp4"),
    seconds: segmentSecondsOf((await read("index.m3u8")).toString("utf8")),
    read: (index) => read(segmentFileName(index)),
  };
}
