const NAMES: Record<string, string> = {
  "stream.created": "Livestream created",
  "stream.updated": "Settings changed",
  "stream.enabled": "Enabled",
  "stream.disabled": "Disabled",
  "stream.paused": "Paused",
  "stream.unpaused": "Unpaused",
  "stream.switched": "Switched",
  "stream.loop_changed": "Loop changed",
  "stream.picture_changed": "Picture changed",
  "stream.picture_removed": "Picture removed",
  "stream.start_changed": "Start announced",
  "stream.end_requested": "Session ended",
  "stream.key_revealed": "Stream key looked at",
  "stream.key_rotated": "Stream key rotated",
  "stream.recording_started": "Recording started",
  "stream.recording_stopped": "Recording stopped",
  "stream.clip_made": "Clip made",
  "stream.trim_made": "Part cut out",
  "stream.test_started": "Test stream started",
  "stream.test_stopped": "Test stream stopped",
  "restream.created": "Restream target added",
  "restream.updated": "Restream target changed",
  "restream.enabled": "Restream target switched on",
  "restream.disabled": "Restream target switched off",
  "restream.deleted": "Restream target deleted",
};

/** What an entry of a livestream's activity says in words; an unknown one by its own name. */
export function nameOfActivity(type: string): string {
  const plain = type.replaceAll(/[._]/g, " ");
  return NAMES[type] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}
