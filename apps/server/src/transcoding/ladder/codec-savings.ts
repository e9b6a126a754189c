import type { Executor } from "@kinora/db/connect.ts";
import { FURTHER_CODECS, type FurtherCodec } from "@kinora/domain/transcoding/picture-codecs.ts";
import { furtherEncoders } from "@kinora/media/encoding/picture-encoders.ts";
import { sql } from "kysely";

/** The newest renditions in further codecs that are read. */
const READ_AT_MOST = 500;

interface Measured {
  codec: FurtherCodec;
  videos: number;
  bytes_share: number;
  time_share: number;
}

/** What each further codec takes of the bits and the time of H.264, by the newest renditions of a project's videos. */
export async function readCodecSavings(
  on: Executor,
  { id, account_id: accountId }: { id: number; account_id: number },
) {
  const encoders = await furtherEncoders();
  const { rows } = await sql<Measured>`
    with further as (
      select r.video_id, r.version, r.transcode_id, r.further_codec as codec, r.height, r.size_bytes, r.encode_seconds
      from renditions r join videos v on v.id = r.video_id and v.version = r.version
      where r.account_id = ${accountId} and r.further_codec is not null and r.hdr is null
        and r.state = 'complete' and r.encode_seconds > 0
        and v.project_id = ${id} and v.deleted_at is null
      order by r.id desc limit ${READ_AT_MOST}),
    -- The renditions of one codec are encoded together: each has the time of all.
    by_video as (
      select f.codec, f.video_id, sum(f.size_bytes) as bytes, sum(same.size_bytes) as usual_bytes,
        max(f.encode_seconds) as seconds, max(usual.seconds) as usual_seconds
      from further f
      join renditions same on same.video_id = f.video_id and same.version = f.version and same.height = f.height
        and same.kind = 'video' and same.further_codec is null and not same.copied and same.size_bytes > 0
      cross join lateral (
        select max(r.encode_seconds) as seconds from renditions r
        where r.video_id = f.video_id and r.version = f.version and r.kind = 'video' and r.further_codec is null) as usual
      where usual.seconds > 0 group by 1, 2)
    select codec, count(*)::int as videos, (sum(bytes) / sum(usual_bytes))::float8 as bytes_share,
      (sum(seconds) / sum(usual_seconds))::float8 as time_share
    from by_video group by codec`.execute(on);
  return FURTHER_CODECS.map((codec) => {
    const found = rows.find((row) => row.codec === codec);
    const measured = found
      ? { videos: found.videos, bytes_share: found.bytes_share, time_share: found.time_share }
      : null;
    return { codec, available: encoders.includes(codec), measured };
  });
}
