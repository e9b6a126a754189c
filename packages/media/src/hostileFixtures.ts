import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Files that mean harm, or are broken, or are no video at all. */
export type HostileFixture =
  | "playlistNamingAFile"
  | "playlistNamingPasswd"
  | "playlistNamingItself"
  | "concatNamingPasswd"
  | "dashManifest"
  | "truncated"
  | "truncatedHead"
  | "empty"
  | "random"
  | "text"
  | "pictureJpeg"
  | "picturePng"
  | "audioOnly"
  | "musicWithCover"
  | "onePixel"
  | "picturesHoursApart"
  | "sixteenThousandWide";

/** What a hostile file is made with. */
export interface FixtureTools {
  ffmpeg: (args: readonly string[]) => Promise<void>;
  clip: (name: string) => Promise<string>;
}

interface HostileRecipe {
  extension: string;
  /** Raised when the recipe changes, because files are kept between runs. */
  version: number;
  make: (path: string, tools: FixtureTools) => Promise<void>;
}

/** Words that stand beside the hostile files and must never be found in anything made from them. */
export const canary = "KINORA-CANARY-7f3a9b";

function playlist(uri: string): string {
  return `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${uri}\n#EXT-X-ENDLIST\n`;
}

function hostile(extension: string, make: HostileRecipe["make"]): HostileRecipe {
  return { extension, version: 1, make };
}

const testPicture = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=1"];
const testSound = ["-f", "lavfi", "-i", "sine=duration=1"];

/** How each hostile file is made. */
export const hostileFixtures: Record<HostileFixture, HostileRecipe> = {
  playlistNamingAFile: hostile("mp4", async (path, { clip }) =>
    writeFile(path, playlist(await clip("transportStream"))),
  ),
  playlistNamingPasswd: hostile("mp4", (path) => writeFile(path, playlist("file:///etc/passwd"))),
  playlistNamingItself: hostile("mp4", (path) => writeFile(path, playlist(join(dirname(path), basename(path))))),
  concatNamingPasswd: hostile("mp4", (path) => writeFile(path, "ffconcat version 1.0\nfile /etc/passwd\n")),
  dashManifest: hostile("mp4", (path) =>
    writeFile(
      path,
      '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT10S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>file:///etc/passwd</BaseURL></Representation></AdaptationSet></Period></MPD>',
    ),
  ),
  truncated: hostile("mp4", async (path, { clip }) => {
    const whole = await readFile(await clip("streamable"));
    await writeFile(path, whole.subarray(0, Math.floor(whole.length / 2)));
  }),
  truncatedHead: hostile("mp4", async (path, { clip }) => {
    const whole = await readFile(await clip("silent"));
    await writeFile(path, whole.subarray(0, Math.floor(whole.length / 2)));
  }),
  empty: hostile("mp4", (path) => writeFile(path, "")),
  random: hostile("mp4", (path) => writeFile(path, randomBytes(200_000))),
  text: hostile("mp4", (path) => writeFile(path, "Dear diary, today I renamed this file.\n".repeat(100))),
  pictureJpeg: hostile("jpg", (path, { ffmpeg }) => ffmpeg([...testPicture, "-frames:v", "1", path])),
  picturePng: hostile("png", (path, { ffmpeg }) => ffmpeg([...testPicture, "-frames:v", "1", path])),
  audioOnly: hostile("m4a", (path, { ffmpeg }) => ffmpeg([...testSound, "-c:a", "aac", path])),
  musicWithCover: hostile("m4a", (path, { ffmpeg }) =>
    ffmpeg([
      ...testSound,
      ...testPicture,
      "-map",
      "0",
      "-map",
      "1",
      "-frames:v",
      "1",
      "-c:a",
      "aac",
      "-c:v",
      "mjpeg",
      "-disposition:v",
      "attached_pic",
      path,
    ]),
  ),
  picturesHoursApart: hostile("mkv", (path, { ffmpeg }) =>
    ffmpeg([
      ...["-f", "lavfi", "-i", "testsrc2=size=64x36:rate=1:duration=2", "-vsync", "passthrough"],
      ...["-vf", "setpts='if(eq(N,0),0,3600000/TB)'", "-c:v", "libx264", "-preset", "ultrafast", path],
    ]),
  ),
  onePixel: hostile("mkv", (path, { ffmpeg }) =>
    ffmpeg(["-f", "lavfi", "-i", "color=red:size=1x1:rate=25:duration=1,format=rgb24", "-c:v", "ffv1", path]),
  ),
  sixteenThousandWide: hostile("mkv", (path, { ffmpeg }) =>
    ffmpeg(["-f", "lavfi", "-i", "color=red:size=16384x64:rate=25:duration=0.4", "-c:v", "ffv1", path]),
  ),
};
