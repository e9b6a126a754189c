/** Bytes of each part of an archive but the last one. */
export const ARCHIVE_PART_BYTES = 4 * 1024 ** 2;

/** Bytes of an archive that is uploaded; the installation's limit of a file may be lower. */
export const ARCHIVE_MAX_BYTES = 100_000_000_000;

/** Hours after which an archive is given up whose next part has not come. */
export const ARCHIVE_HOURS = 72;

/** How many parts an archive has. */
export const archiveParts = (sizeBytes: number): number => Math.ceil(sizeBytes / ARCHIVE_PART_BYTES);

/** Where a part begins and ends in its archive, the end excluded. @param part from 1 */
export function partRange(sizeBytes: number, part: number): { start: number; end: number } {
  const start = (part - 1) * ARCHIVE_PART_BYTES;
  return { start, end: Math.min(start + ARCHIVE_PART_BYTES, sizeBytes) };
}
