import type { Executor } from "@kinora/db/connect.ts";
import { completeLadder, missingRungs, type ProjectLadder } from "@kinora/domain/transcoding/project-ladder.ts";
import type { RungSimilarity } from "@kinora/domain/transcoding/similar-rungs.ts";
import { sql } from "kysely";
import type { VideoRow } from "../rows.ts";

interface Fraction {
  numerator: number;
  denominator: number;
}

interface Row {
  facts: {
    container: string;
    bitrate: number;
    video: { codec: string; width: number; height: number; fps: Fraction };
    audio: { codec: string } | null;
    leftOut?: { kind: "video" | "still" | "audio"; codec: string; language: string | null }[];
  };
  /** Of a source without a picture; the other facts are those of the film that was made of it. */
  sound: { container: string; codec: string; bitrate: number } | null;
  /** Of the renditions. */
  fps: Fraction;
  labels: string[];
  /** Its renditions are cut where a copy of the source is. */
  follows_copy: boolean;
  ladder: ProjectLadder | null;
  encoded_because: string | null;
  similar: RungSimilarity[] | null;
}

const rate = ({ numerator, denominator }: Fraction) => numerator / denominator;

/** The facts of a video's source and the rungs its project's ladder would add; null until it was probed. */
export async function readSourceFacts(db: Executor, video: Pick<VideoRow, "id" | "project_id" | "version">) {
  const { rows } = await sql<Row>`
    select t.plan -> 'facts' as facts, t.plan -> 'sound' as sound, t.plan -> 'encoding' -> 'grid' -> 'fps' as fps, l.ladder, t.plan ->> 'encodedBecause' as encoded_because, t.plan -> 'similar' as similar,
      t.plan -> 'encoding' ? 'segmentStarts' as follows_copy,
      array(select r.label from renditions r where r.transcode_id = t.id and r.kind = 'video') as labels
    from transcodes t left join project_ladders l on l.project_id = t.project_id
    where t.video_id = ${video.id} and t.version = ${Math.max(1, video.version)} and t.plan ? 'facts' and t.plan ? 'encoding'`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return null;
  const { sound } = row;
  const { container, bitrate, video: picture, audio, leftOut = [] } = row.facts;
  const source = { width: picture.width, height: picture.height, fps: rate(row.fps) };
  return {
    facts: {
      container: sound?.container ?? container,
      video_codec: sound ? null : picture.codec,
      audio_codec: sound?.codec ?? audio?.codec ?? null,
      frame_rate: sound ? null : rate(picture.fps),
      bitrate: sound?.bitrate ?? bitrate,
      left_out: leftOut.map(({ kind, codec, language }) => ({ kind, codec, language })),
    },
    encodedBecause: row.encoded_because,
    similar: row.similar ?? [],
    missing:
      video.version > 0 && !sound
        ? missingRungs(source, completeLadder(row.ladder), row.labels, row.follows_copy, labelsOf(row.similar))
        : [],
  };
}

const labelsOf = (rungs: Row["similar"]) => (rungs ?? []).map(({ label }) => label);
