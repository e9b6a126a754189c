import { ORPCError } from "@orpc/client";
import type { SeededVideo } from "./library.ts";
import type { SeededProject } from "./people.ts";

type Api = SeededProject["visitor"]["api"];

const DAY_MS = 24 * 3_600_000;
const LOOPED = 3;

/**
 * Adds four livestreams that need no encoder: one that waits for its signal, one that plays a loop of videos, one that is
 * announced and has a restream target that is off, and one that is disabled.
 */
export async function addLivestreams(
  { projectId, visitor: { api } }: SeededProject,
  videos: readonly SeededVideo[],
  report: (line: string) => void,
): Promise<{ id: number; name: string; state: string }[]> {
  const create = async (settings: Omit<Parameters<typeof api.streams.createStream>[0], "project_id">) =>
    (await api.streams.createStream({ project_id: projectId, ...settings })).data.id;

  const camera = await create({
    name: "Harbor camera",
    description: "The view from the north mole, all day.",
    tags: ["harbor", "weather"],
    dvr_minutes: 30,
  });
  const townHall = await create({
    name: "Town hall, quarterly",
    description: "Questions can be sent in beforehand.",
    type: "single",
    record: true,
    start_at: new Date(Date.now() + 3 * DAY_MS).toISOString(),
  });
  await addTarget(api, townHall, report);
  const backup = await create({ name: "Backup encoder", second_publisher: "take_over" });
  await api.streams.setStreamEnabled({ id: backup, enabled: false });
  const gallery = await create({
    name: "Gallery screen",
    description: "Loops on the screen in the foyer.",
    tags: ["city"],
  });
  const playing = videos.filter(({ state }) => state === "published").map(({ id }) => id);
  await api.streams.setStreamLoop({ id: gallery, video_ids: playing.slice(0, LOOPED), fade: true });

  const ids = [camera, townHall, backup, gallery];
  return Promise.all(
    ids.map(async (id) => {
      const { data } = await api.streams.getStream({ id });
      return { id, name: data.name, state: data.state };
    }),
  );
}

/** Adds a restream target that is off. Its host's name must resolve (docs/security.md), which it does not offline. */
async function addTarget({ restreams }: Api, streamId: number, report: (line: string) => void): Promise<void> {
  const target = { name: "Channel on YouTube", url: "rtmp://a.rtmp.youtube.com/live2", key: "demo-0000-0000-0000" };
  try {
    await restreams.createRestream({ stream_id: streamId, ...target, platform: "youtube", enabled: false });
  } catch (error) {
    if (!(error instanceof ORPCError) || error.status !== 422) throw error;
    report(`No restream target was added: ${error.message}`);
  }
}
