import { appendFileSync, createWriteStream, existsSync, readFileSync, type WriteStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hasRoomToRecord, type DiskSpace } from "@kinora/domain/operations/disk.ts";
import { joinSounds } from "@kinora/media/live/joined-sounds.ts";
import { FLV_AUDIO, FLV_SOUND_HEADER, flvTag } from "../ingest/rtmp/flv.ts";
import { NoRoomToRecord } from "./recorder.ts";
import { repairEnd } from "./recording-end.ts";

/** Decoder configuration of AAC-LC, 48 kHz, stereo (ISO/IEC 14496-3 §1.6.2.1), after the head of its tag. */
const CONFIG = Buffer.from([0xaf, 0, 0x11, 0x90]);
const PACKET_HEAD = Buffer.from([0xaf, 1]);
/** Most bytes buffered for the disk before the sound is left out. */
const BEHIND_BYTES = 4 * 1024 * 1024;

const soundPath = (recordingPath: string, track: number) => `${recordingPath}.sound-${track}`;
/** The languages of all sounds of a recording, the first one's in front, as JSON. */
const languagesPath = (recordingPath: string) => `${recordingPath}.sounds`;

/** Where ffmpeg joins a recording with its sounds. */
const joinedFolder = (recordingPath: string) => `${recordingPath}.joined`;

/** Writes the further sounds of a recording beside it, with its times: FLV has one. After a crash each continues after its last whole tag. */
export class RecordedSounds {
  readonly #path: string;
  readonly #onFailure: (error: unknown) => void;
  readonly #files = new Map<number, WriteStream | null>();
  #languages = 0;

  /** @param onFailure called with the reason when a sound cannot be written; the recording continues without it */
  constructor(path: string, onFailure: (error: unknown) => void) {
    this.#path = path;
    this.#onFailure = onFailure;
  }

  /** Adds a packet at a time of the recording, in milliseconds. */
  write(track: number, atMs: number, packet: Buffer, languages: readonly (string | null)[]): void {
    const file = this.#open(track, languages);
    if (!file || file.writableLength > BEHIND_BYTES) return;
    file.write(flvTag(FLV_AUDIO, Math.max(0, Math.round(atMs)), Buffer.concat([PACKET_HEAD, packet])));
  }

  /** Closes the files. */
  async close(): Promise<void> {
    const files = [...this.#files.values()].filter((file) => file !== null);
    this.#files.clear();
    await Promise.all(files.map((file) => new Promise<void>((closed) => file.end(() => closed()))));
  }

  #open(track: number, languages: readonly (string | null)[]): WriteStream | null {
    const known = this.#files.get(track);
    if (known !== undefined) return known;
    let file: WriteStream | null = null;
    try {
      if (languages.length > this.#languages)
        appendFileSync(languagesPath(this.#path), `${JSON.stringify(languages)}\n`);
      this.#languages = Math.max(this.#languages, languages.length);
      const path = soundPath(this.#path, track);
      const isNew = repairEnd(path).sizeBytes === 0;
      file = createWriteStream(path, { flags: "a", mode: 0o600 });
      if (isNew) file.write(Buffer.concat([FLV_SOUND_HEADER, flvTag(FLV_AUDIO, 0, CONFIG)]));
      file.on("error", (error) => {
        this.#files.set(track, null);
        this.#onFailure(error);
      });
    } catch (error) {
      this.#onFailure(error);
    }
    this.#files.set(track, file);
    return file;
  }
}

/**
 * Joins a recording with its further sounds into one Matroska file, unchanged; returns its path, or null where there are none.
 * @param readable the recording in a file that ffmpeg reads
 * @throws NoRoomToRecord where the disk has no room for a second copy, MediaError
 */
export async function withFurtherSounds(
  recordingPath: string,
  readable: string,
  space: (folder: string) => Promise<DiskSpace>,
): Promise<string | null> {
  if (!existsSync(languagesPath(recordingPath))) return null;
  const languages = readLanguages(recordingPath);
  const tracks = languages.map((_, track) => track).filter((track) => existsSync(soundPath(recordingPath, track)));
  const further = tracks.filter((track) => track > 0);
  for (const track of further) repairEnd(soundPath(recordingPath, track));
  if (further.length === 0) return null;
  const sounds = further.map((track) => ({
    path: soundPath(recordingPath, track),
    language: languages[track] ?? null,
  }));
  await requireRoom([readable, ...sounds.map(({ path }) => path)], await space(dirname(recordingPath)));
  // The tool sees no other recording.
  const folder = joinedFolder(recordingPath);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  const target = join(folder, "joined.mkv");
  await joinSounds({ film: readable, sounds, language: languages[0] ?? null, target, folder }).catch(
    async (error: unknown) => {
      // It may be what filled the disk.
      await rm(folder, { recursive: true, force: true });
      throw error;
    },
  );
  return target;
}

/** A joined file is as large as all of its parts. @throws NoRoomToRecord */
async function requireRoom(paths: readonly string[], { freeBytes, totalBytes }: DiskSpace): Promise<void> {
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  const left = freeBytes - sizes.reduce((sum, size) => sum + size, 0);
  if (!hasRoomToRecord({ freeBytes: left, totalBytes }))
    throw new NoRoomToRecord("The disk has no room for a recording with its further sounds.");
}

/** Removes what is beside a recording. */
export async function removeFurtherSounds(recordingPath: string): Promise<void> {
  if (!existsSync(languagesPath(recordingPath))) return;
  for (const track of readLanguages(recordingPath).keys()) await rm(soundPath(recordingPath, track), { force: true });
  await rm(joinedFolder(recordingPath), { recursive: true, force: true });
  // What a former release joined, and the recording as it was before.
  for (const made of [`${recordingPath}.joined.mkv`, `${recordingPath}.mkv`]) await rm(made, { force: true });
  await rm(languagesPath(recordingPath), { force: true });
}

/** The most languages that were written; a line that a crash truncated does not count. */
function readLanguages(recordingPath: string): (string | null)[] {
  return readFileSync(languagesPath(recordingPath), "utf8")
    .split("\n")
    .flatMap((line) => parsed(line))
    .reduce<(string | null)[]>((most, each) => (each.length > most.length ? each : most), []);
}

function parsed(line: string): (string | null)[][] {
  try {
    const value: unknown = JSON.parse(line);
    return Array.isArray(value) ? [value.map((each) => (typeof each === "string" ? each : null))] : [];
  } catch {
    return [];
  }
}
