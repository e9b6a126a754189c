const NAMES: Record<string, string> = {
  "video.create": "Video created",
  "video.updated": "Details changed",
  "video.published": "Published",
  "video.unpublished": "Unpublished",
  "video.scheduled": "Schedule changed",
  "video.deleted": "Deleted",
  "video.restored": "Restored",
  "video.playable": "Playable",
  "video.ready": "Every rendition is ready",
  "video.failed": "Transcode failed",
  "video.cancelled": "Cancelled",
  "video.retried": "Tried again",
  "video.queued": "Renditions are made anew",
  "video.replace": "Replacement begun",
  "video.captions_added": "Captions added",
  "video.captions_changed": "Captions changed",
  "video.captions_deleted": "Captions deleted",
  "video.chapters_changed": "Chapters changed",
  "video.poster_chosen": "Poster chosen",
  "video.poster_reset": "Poster reset",
  "video.rendition_deleted": "Rendition deleted",
  "video.source_deleted": "Original deleted",
  "video.original_downloaded": "Original downloaded",
  "video.details_copied": "Details copied",
  "upload.started": "Upload begun",
  "upload.complete": "Upload complete",
  "upload.cancelled": "Upload cancelled",
  "upload.cancel": "Upload cancelled",
  "upload.failed": "Upload failed",
  "upload.expired": "Upload given up",
  "transcode.queued": "Transcode in queue",
  "transcode.running": "Transcode begun",
  "transcode.playable": "First rendition plays",
  "transcode.complete": "Transcode complete",
  "transcode.failed": "Transcode failed",
  "transcode.cancelled": "Transcode cancelled",
};

/** What an entry of the activity says in words; an unknown one by its own name. */
export function nameOfActivity(type: string): string {
  const plain = type.replaceAll(/[._]/g, " ");
  return NAMES[type] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}
