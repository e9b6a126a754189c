import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatSpan } from "@kinora/ui/kit/Waterfall.tsx";

const NAMES: Record<string, string> = {
  "video.create": "Video created",
  "video.updated": "Details changed",
  "video.published": "Published",
  "video.unpublished": "Unpublished",
  "video.scheduled": "Schedule changed",
  "video.deleted": "Deleted",
  "video.restored": "Restored",
  "video.purged": "Deleted from trash",
  "video.playable": "Ready to watch",
  "video.ready": "All renditions ready",
  "video.failed": "Encoding failed",
  "video.cancelled": "Canceled",
  "video.retried": "Retried",
  "video.queued": "Re-encode queued",
  "video.replace": "Replacement started",
  "video.captions_added": "Captions added",
  "video.captions_changed": "Captions changed",
  "video.captions_deleted": "Captions deleted",
  "video.chapters_changed": "Chapters changed",
  "video.poster_chosen": "Poster changed",
  "video.poster_reset": "Poster reset",
  "video.poster_put_back": "Poster restored",
  "video.rendition_deleted": "Rendition deleted",
  "video.source_deleted": "Original deleted",
  "video.original_downloaded": "Original downloaded",
  "video.details_copied": "Details copied",
  "upload.started": "Upload started",
  "upload.complete": "Upload complete",
  "upload.cancelled": "Upload canceled",
  "upload.cancel": "Upload canceled",
  "upload.failed": "Upload failed",
  "upload.expired": "Upload expired",
  "transcode.queued": "Encoding queued",
  "transcode.running": "Encoding started",
  "transcode.playable": "Ready to watch",
  "transcode.complete": "Encoding complete",
  "transcode.failed": "Encoding failed",
  "transcode.cancelled": "Encoding canceled",
};

/** What an entry of the activity says in words; an unknown one by its own name. */
export function nameOfActivity(type: string): string {
  const plain = type.replaceAll(/[._]/g, " ");
  return NAMES[type] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

type Fact = Readonly<{ name: string; value: string }>;

const bytes = (value: string) => (/^\d+$/.test(value) ? formatBytes(Number(value)) : value);

/** What is said of a fact; an unknown one by its own name. Null leaves it out. */
const FACTS: Record<string, (value: string) => string | null> = {
  file_name: (value) => value,
  size_bytes: bytes,
  received_bytes: bytes,
  seconds: (value) => `in ${formatSpan(Number(value) * 1000)}`,
  sha256: () => "checksum verified",
  renditions: (value) => value.split(" ").join(", "),
  source: (value) => value,
  reason: (value) => value,
  version: (value) => (value === "1" ? null : `version ${value}`),
  attempt: (value) => (value === "1" ? null : `attempt ${value}`),
};

/** The facts of an entry in one line, such as `7.1 MB · in 2 s · checksum verified`. */
export const factsOfActivity = (facts: readonly Fact[]): string =>
  facts
    .map(({ name, value }) => {
      const words = FACTS[name];
      return words ? words(value) : `${name.replaceAll("_", " ")}: ${value}`;
    })
    .filter((words) => words !== null)
    .join(" · ");
