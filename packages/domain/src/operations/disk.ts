/** Free and total bytes of a file system. */
export interface DiskSpace {
  freeBytes: number;
  totalBytes: number;
}

/** How much of a disk is used, in percent, when its operator is warned, uploads are refused, and recordings stop. */
export const DISK_WATERMARKS = { warning: 80, uploads_refused: 90, recordings_stopped: 95 } as const;

/** What a disk's use has led to; each state includes the ones before it. */
export const DISK_STATES = ["enough", "warning", "uploads_refused", "recordings_stopped"] as const;
export type DiskState = (typeof DISK_STATES)[number];

/** What recordings leave free of any disk: live media is written to the same one. */
const RECORDINGS_LEAVE_BYTES = 1024 ** 3;

/**
 * What uploads and imports under way leave free of a disk: PostgreSQL may write to the same one, stops without room for its log, and
 * is not started again with less than half of it.
 */
export const UPLOADS_LEAVE_BYTES = 256 * 1024 ** 2;

/** Whether a disk has room for further bytes of an upload under way. */
export const hasRoomToReceive = ({ freeBytes }: DiskSpace): boolean => freeBytes >= UPLOADS_LEAVE_BYTES;

/** Whole percent of a disk that are used. */
export const diskPercent = ({ freeBytes, totalBytes }: DiskSpace): number =>
  totalBytes <= 0 ? 0 : Math.max(0, Math.min(100, Math.floor((1 - freeBytes / totalBytes) * 100)));

/** The state of a disk, or the one it would have with further bytes on it. */
export function diskState({ freeBytes, totalBytes }: DiskSpace, furtherBytes = 0): DiskState {
  const used = totalBytes - freeBytes + furtherBytes;
  const isBeyond = (percent: number) => totalBytes > 0 && used > (totalBytes * percent) / 100;
  if (isBeyond(DISK_WATERMARKS.recordings_stopped)) return "recordings_stopped";
  if (isBeyond(DISK_WATERMARKS.uploads_refused)) return "uploads_refused";
  return isBeyond(DISK_WATERMARKS.warning) ? "warning" : "enough";
}

/** Whether a file of this size may be uploaded to a disk. */
export function hasRoomForUpload(disk: DiskSpace, sizeBytes: number): boolean {
  const state = diskState(disk, sizeBytes);
  return state === "enough" || state === "warning";
}

/** Whether a disk has room to record livestreams. */
export const hasRoomToRecord = (disk: DiskSpace): boolean =>
  diskState(disk) !== "recordings_stopped" && disk.freeBytes >= RECORDINGS_LEAVE_BYTES;
