import type { Tx } from "@kinora/db/connect.ts";
import { CAPTIONS_LABEL_MAX, CAPTIONS_MAX, type ReadCaptions } from "@kinora/domain/videos/captions.ts";
import { languageName } from "@kinora/domain/videos/languages.ts";
import type { Services } from "../../context.ts";
import { GiveUp } from "../../platform/refusal.ts";
import { announceVideo, type LockedVideo } from "../video-changes.ts";
import { replaceCaptionsFile, storeCaptions } from "./captions-stored.ts";

const SYSTEM = { kind: "system" };

/** Captions that a machine made. */
interface MadeCaptions {
  /** BCP 47. */
  language: string;
  read: ReadCaptions;
  /** Whether viewers get new ones at once; those that are replaced stay as they are. */
  published: boolean;
}

/**
 * Stores captions by machine of a locked video and answers their id. They replace those that a machine made before in the same
 * language, which keep their label and whether viewers get them; what a person made, changed or uploaded stays untouched beside them.
 * @throws GiveUp where the video has as many captions as it can have.
 */
export async function saveAutomaticCaptions(
  services: Services,
  tx: Tx,
  video: LockedVideo,
  { language, read, published }: MadeCaptions,
): Promise<number> {
  const all = await tx
    .selectFrom("captions")
    .select(["id", "language", "label", "automatic", "revision"])
    .where("video_id", "=", video.id)
    .orderBy("id")
    .execute();
  const former = all.find((each) => each.automatic && each.language === language);
  if (former) return replaceFormer(services, tx, video, former, read);
  if (all.length >= CAPTIONS_MAX)
    throw new GiveUp(
      "too_many_captions",
      `A video can have up to ${CAPTIONS_MAX} caption files. Delete one, then retry.`,
    );
  const label = freeLabel(
    languageName(language),
    all.map((each) => each.label),
  );
  const meta = { language, label, kind: "subtitles" as const, default: false };
  const id = await storeCaptions(services, tx, video, meta, read, { createdBy: null });
  await tx.updateTable("captions").set({ automatic: true, published }).where("id", "=", id).execute();
  const changes = { label, language, automatic: true };
  await announceVideo(services, tx, video, { type: "video.captions_added", actor: SYSTEM, changes });
  return id;
}

async function replaceFormer(
  services: Services,
  tx: Tx,
  video: LockedVideo,
  { id, label, revision }: { id: number; label: string; revision: number },
  read: ReadCaptions,
): Promise<number> {
  await replaceCaptionsFile(services, tx, video, { id, revision }, read, null);
  await tx.updateTable("captions").set({ updated_at: services.clock.now() }).where("id", "=", id).execute();
  const changes = { label: [label, label], automatic: true };
  await announceVideo(services, tx, video, { type: "video.captions_changed", actor: SYSTEM, changes });
  return id;
}

/** `English (automatic)`, with a number where that is taken: viewers read in the menu of captions that a machine made them. */
function freeLabel(language: string, taken: readonly string[]): string {
  const used = new Set(taken.map((label) => label.toLowerCase()));
  const name = language.slice(0, CAPTIONS_LABEL_MAX - " (automatic 99)".length);
  const numbered = Array.from({ length: CAPTIONS_MAX }, (_, at) => `${name} (automatic ${at + 2})`);
  const found = [`${name} (automatic)`, ...numbered].find((label) => !used.has(label.toLowerCase()));
  return found ?? `${name} (automatic ${CAPTIONS_MAX + 2})`;
}
