import type { CaptionsKind } from "@kinora/domain/videos/captions.ts";
import { canonicalLanguage } from "@kinora/domain/videos/languages.ts";
import { readTranscript, type SpokenCue } from "@kinora/domain/videos/transcript.ts";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { Refusal } from "../../platform/refusal.ts";
import { missingVideo } from "../video-changes.ts";
import { captionsKey, readStoredCaptions } from "./captions-files.ts";

/** What is said in a video, of one of its captions. */
export interface Transcript {
  captions_id: number;
  language: string;
  label: string;
  kind: CaptionsKind;
  cues: SpokenCue[];
  languages: string[];
}

/**
 * What is said in a project's video, in a language or else in the one its viewers see first.
 * @throws Refusal `not_found` where the video has no captions in it.
 */
export async function getTranscript(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
  asked: string | undefined,
): Promise<Transcript> {
  const { db } = context;
  const video = await db
    .selectFrom("videos")
    .select("language")
    .where("id", "=", videoId)
    .where("project_id", "=", grant.projectId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!video) throw missingVideo();
  const tracks = await db
    .selectFrom("captions")
    .select(["id", "revision", "language", "label", "kind", "by_default"])
    .where("video_id", "=", videoId)
    .where("published", "=", true)
    .orderBy("id")
    .execute();
  const language = asked === undefined ? null : canonicalLanguage(asked);
  const chosen = chooseTrack(tracks, { asked: asked === undefined ? undefined : language, spoken: video.language });
  if (!chosen) throw new Refusal("not_found", "This video has no captions in this language.");
  const { id, revision, label, kind } = chosen;
  return {
    ...{ captions_id: id, language: chosen.language, label, kind },
    cues: readTranscript(await readStoredCaptions(context, captionsKey(videoId, id, revision))),
    languages: [...new Set(tracks.map((track) => track.language))],
  };
}

interface Track {
  language: string;
  by_default: boolean;
}

/** The captions of a language; where none was asked for, those viewers see first. */
function chooseTrack<Each extends Track>(
  tracks: readonly Each[],
  { asked, spoken }: { asked: string | null | undefined; spoken: string | null },
): Each | undefined {
  // The default may be in another language than the first of this one.
  const ordered = tracks.toSorted((one, other) => Number(other.by_default) - Number(one.by_default));
  if (asked !== undefined) return ordered.find(({ language }) => language === asked);
  if (ordered[0]?.by_default) return ordered[0];
  return ordered.find(({ language }) => language === spoken) ?? ordered[0];
}
