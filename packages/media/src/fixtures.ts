import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { access, mkdir, rename, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { mediaCapabilities } from "./capabilities.ts";
import { recipes, type ClipName, type ClipOptions } from "./clipRecipes.ts";
import { hostileFixtures } from "./hostileFixtures.ts";
import type { HostileFixture } from "./hostileFixtures.ts";

const execute = promisify(execFile);

export type { ClipName, ClipOptions } from "./clipRecipes.ts";

/** The folder fixtures are kept in between runs. */
function fixtureFolder(): string {
  return join(tmpdir(), `kinora-fixtures-${userInfo().uid}`);
}

/** Makes (once per machine) a small real clip and answers its path; safe when several processes ask at once. */
export async function clip(name: ClipName, options: ClipOptions = {}): Promise<string> {
  const recipe = recipes[name];
  const shape = { durationSeconds: 3, width: 320, height: 180, fps: "25", ...recipe.defaults, ...options };
  const args = recipe.args(shape);
  return once(`${name}-${JSON.stringify(args)}`, recipe.extension, async (path) => {
    await ffmpeg([...args, path]);
    if (name === "rotated") await turn(path);
    if (name === "cutBeginning") await cutBeginning(path);
  });
}

/** Makes (once per machine) a file that means harm or is broken, and answers its path. */
export async function hostileFile(name: HostileFixture): Promise<string> {
  const { extension, make, version } = hostileFixtures[name];
  return once(`hostile-${name}-${version}`, extension, (path) =>
    make(path, { ffmpeg, clip: (wanted) => clip(wanted as ClipName) }),
  );
}

/** A phone held sideways writes the picture as the sensor saw it, and beside it which way is up. */
async function turn(path: string): Promise<void> {
  const upright = `${path}.upright.mp4`;
  await rename(path, upright);
  await ffmpeg(["-i", upright, "-c", "copy", "-metadata:s:v:0", "rotate=90", path]);
  await rm(upright);
}

async function cutBeginning(path: string): Promise<void> {
  const whole = `${path}.whole.mp4`;
  await rename(path, whole);
  await ffmpeg(["-ss", "0.5", "-i", whole, "-c", "copy", path]);
  await rm(whole);
}

async function ffmpeg(args: readonly string[]): Promise<void> {
  const { ffmpegPath } = await mediaCapabilities();
  await execute(ffmpegPath, ["-hide_banner", "-nostdin", "-y", "-v", "error", ...args], { maxBuffer: 8 << 20 });
}

/** Whoever finishes first wins; a file under its final name is always whole. */
async function once(key: string, extension: string, make: (path: string) => Promise<void>): Promise<string> {
  const folder = fixtureFolder();
  const path = join(folder, `${createHash("sha256").update(key).digest("hex").slice(0, 20)}.${extension}`);
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (exists) return path;
  const making = join(folder, `making-${randomUUID()}`);
  await mkdir(making, { recursive: true });
  try {
    const draft = join(making, `draft.${extension}`);
    await make(draft);
    await rename(draft, path);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  return path;
}
