/** A file of which the first bytes are here. */
export interface ArrivingFile {
  /** Of the whole file. */
  sizeBytes: number;
  arrivedBytes: number;
  /** Reads bytes that are here. */
  read(at: number, lengthBytes: number): Promise<Buffer>;
}

/** Bytes that have not arrived are needed. */
export class NotArrived extends Error {
  override name = "NotArrived";
}

/** Reads bytes of a file. @throws NotArrived when they are not all here, RangeError when the file ends before. */
export async function take(file: ArrivingFile, at: number, lengthBytes: number): Promise<Buffer> {
  if (at + lengthBytes > file.sizeBytes) throw new RangeError("The file ends before.");
  if (at + lengthBytes > file.arrivedBytes) throw new NotArrived();
  return file.read(at, lengthBytes);
}
