import { sql } from "kysely";

/**
 * What "encoded minutes" are made of wherever they are shown, limited or charged, beside `audio_track_records`, the uploaded audio tracks
 * that were encoded: the renditions with pictures that were encoded, of transcodes that ended well. Copied ones, sound, what was taken over from the version before and failures are none of them.
 * To be joined beside `transcode_records r`; its columns are `lines`, of the shorter side, and `seconds`.
 */
export const encodedRenditions = sql`lateral (
  -- A portrait video is what it is in landscape. Records of before have no shorter side.
  select coalesce(short_side, height) as lines, seconds
  from jsonb_to_recordset(r.renditions) as made (height int, short_side int, seconds float8, copied boolean)
  where r.state = 'complete' and height > 0 and not coalesce(copied, false)) as encoded`;
