import { execFile } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** A trap: a named pipe whose opening by anybody is noticed for sure, because the one who opens it has to wait. */
export interface Trap {
  path: string;
  /** Whether a client waits at its other end now. */
  sprung(): boolean;
}

/** Lays a trap in a folder. */
export async function layTrap(folder: string): Promise<Trap> {
  const path = join(folder, "trap.ts");
  await promisify(execFile)("mkfifo", ["-m", "666", path]);
  return {
    path,
    sprung() {
      try {
        closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
        return true;
      } catch (error) {
        // Nobody reads from it.
        if (error instanceof Error && "code" in error && error.code === "ENXIO") return false;
        throw error;
      }
    },
  };
}

const manifests: Record<string, (target: string) => string> = {
  "playlist.mp4": (target) => `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:${target}\n#EXT-X-ENDLIST\n`,
  "playlist.m3u8": (target) => `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${target}\n#EXT-X-ENDLIST\n`,
  "map.mp4": (target) =>
    `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:10\n#EXT-X-MAP:URI="${target}"\n#EXTINF:10,\n${target}\n#EXT-X-ENDLIST\n`,
  "concat.mp4": (target) => `ffconcat version 1.0\nfile '${target}'\n`,
  "manifest.mp4": (target) =>
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT10S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>file://${target}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  "session.mp4": (target) => `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=${target}\nc=IN IP4 127.0.0.1\nm=video 9 RTP/AVP 96\n`,
};

/** Files that pretend to be videos and name another file of this machine, in every notation ffmpeg would follow. */
export async function manifestsNaming(folder: string, target: string): Promise<string[]> {
  const paths: string[] = [];
  for (const [name, write] of Object.entries(manifests)) {
    const path = join(folder, name);
    await writeFile(path, write(target));
    paths.push(path);
  }
  return paths;
}
