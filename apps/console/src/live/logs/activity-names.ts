const NAMES: Record<string, string> = {
  "stream.created": "Livestream created",
  "stream.updated": "Settings changed",
  "stream.enabled": "Enabled",
  "stream.disabled": "Disabled",
  "stream.paused": "Paused",
  "stream.unpaused": "Unpaused",
  "stream.switched": "Switched",
  "stream.loop_changed": "Loop changed",
  "stream.picture_changed": "Slate changed",
  "stream.picture_removed": "Slate removed",
  "stream.start_changed": "Start time changed",
  "stream.end_requested": "Session ended",
  "stream.key_revealed": "Stream key viewed",
  "stream.key_rotated": "Stream key rotated",
  "stream.recording_started": "Recording started",
  "stream.recording_stopped": "Recording stopped",
  "stream.ad_break": "Ad break",
  "stream.clip_made": "Clip created",
  "stream.trim_made": "Trim created",
  "stream.test_started": "Test stream started",
  "stream.test_stopped": "Test stream stopped",
  "guest_link.created": "Guest link made",
  "guest_link.revoked": "Guest link revoked",
  "restream.created": "Restream target added",
  "restream.updated": "Restream target changed",
  "restream.enabled": "Restream target turned on",
  "restream.disabled": "Restream target turned off",
  "restream.deleted": "Restream target deleted",
};

/** What an entry of a livestream's activity says in words; an unknown one by its own name. */
export function nameOfActivity(type: string): string {
  const plain = type.replaceAll(/[._]/g, " ");
  return NAMES[type] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}
