import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { makeDemoClip } from "@kinora/media/scenes/demo-clip.ts";
import { CommandError } from "@kinora/server/cli/command.ts";
import type { Config } from "@kinora/server/platform/config.ts";
import { CATEGORIES, type Footage, type FootageState } from "./footage.ts";
import type { SeededProject } from "./people.ts";
import { uploadFile } from "./upload.ts";
import type { Visitor } from "./visitor.ts";

export interface LibraryPlan {
  config: Config;
  project: SeededProject;
  /** Those who upload, by role. */
  members: ReadonlyMap<string, Visitor>;
  report(line: string): void;
}

export interface SeededVideo {
  id: number;
  title: string;
  state: FootageState;
  restricted: boolean;
}

const DAY_MS = 24 * 3_600_000;
const POLL_MS = 1_000;
/** For all videos together; a machine of two cores needs a few minutes. */
const PATIENCE_MS = 45 * 60_000;
/** Long enough to be stored and probed, and without anything that a demuxer could read. */
const DAMAGED_SHARE = 0.5;

/** Makes the footage, uploads it as the people who filmed it, and waits until every video is complete or has failed. */
export async function fillLibrary(plan: LibraryPlan, footage: readonly Footage[]): Promise<SeededVideo[]> {
  const categories = await findCategories(plan.project);
  const folder = await mkdtemp(join(tmpdir(), "kinora-demo-"));
  const videos: (SeededVideo & { footage: Footage })[] = [];
  try {
    for (const [index, each] of footage.entries()) {
      plan.report(`${index + 1} of ${footage.length}: ${each.title}`);
      const path = join(folder, each.file);
      await film(each, path);
      const id = await upload(plan, each, { path, categoryId: categories.get(each.category) });
      await rm(path);
      videos.push({ id, title: each.title, state: each.state, restricted: each.restricted ?? false, footage: each });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  plan.report("Encoding…");
  await untilFinished(plan, videos);
  for (const video of videos) await finish(plan.project, video.id, video.footage);
  return videos;
}

/** The project's categories by name; those it lacks are created. */
async function findCategories({ projectId, visitor: { api } }: SeededProject): Promise<Map<string, number>> {
  const { data } = await api.categories.listCategories({ project_id: projectId });
  const known = new Map(data.map(({ name, id }) => [name, id]));
  for (const { name, colour } of CATEGORIES) {
    if (known.has(name)) continue;
    const { data: category } = await api.categories.createCategory({ project_id: projectId, name });
    await api.categories.colourCategory({ id: category.id, colour });
    known.set(name, category.id);
  }
  return known;
}

/** Damaged footage is a copy without its beginning, where an MP4 says what it holds. */
async function film({ clip, state }: Footage, path: string): Promise<void> {
  await makeDemoClip(clip, path);
  if (state !== "damaged") return;
  const bytes = await readFile(path);
  await writeFile(path, bytes.subarray(Math.round(bytes.length * DAMAGED_SHARE)));
}

async function upload(
  { config, project, members }: LibraryPlan,
  { title, file, description, tags, state, by }: Footage,
  { path, categoryId }: { path: string; categoryId: number | undefined },
): Promise<number> {
  const { visitor, projectId } = project;
  const id = await uploadFile(config, (by && members.get(by)) || visitor, {
    path,
    metadata: {
      ...{ project_id: projectId, filename: file, title, category_id: categoryId ?? "" },
      ...(state === "published" && by !== "Uploader" ? { published: true } : {}),
      ...(state === "scheduled" ? { publish_at: new Date(Date.now() + 2 * DAY_MS).toISOString() } : {}),
    },
  });
  await visitor.api.videos.updateVideo({ id, title, description, tags: [...tags] });
  return id;
}

/** @throws CommandError when a video that isn't damaged fails, or when encoding takes too long. */
async function untilFinished({ project }: LibraryPlan, videos: readonly SeededVideo[]): Promise<void> {
  const { api } = project.visitor;
  const until = performance.now() + PATIENCE_MS;
  for (const { id, title, state } of videos) {
    for (;;) {
      const { data } = await api.videos.getVideo({ id });
      if (data.status === "complete" || (data.status === "failed" && state === "damaged")) break;
      if (data.status === "failed" || data.status === "cancelled")
        throw new CommandError(`"${title}" wasn't encoded: ${data.error?.message ?? data.status}`);
      if (performance.now() > until) throw new CommandError(`"${title}" is still ${data.status}.`);
      await delay(POLL_MS);
    }
  }
}

/** What happens to a finished video: it gets captions and chapters, is published, or moves to the trash. */
async function finish(
  { visitor: { api } }: SeededProject,
  id: number,
  { captions = [], chapters, state, by }: Footage,
): Promise<void> {
  // Uploaders may not publish: someone else does.
  if (state === "published" && by === "Uploader") await api.videos.publishVideo({ id, published: true });
  for (const { language, label, file } of captions)
    await api.captions.addCaptions({ video_id: id, language, label, kind: "subtitles", file });
  if (chapters)
    await api.videoDetails.saveChapters({
      id,
      chapters: chapters.map(([start_seconds, title]) => ({ start_seconds, title })),
    });
  if (state === "trash") await api.videos.deleteVideo({ id });
}
