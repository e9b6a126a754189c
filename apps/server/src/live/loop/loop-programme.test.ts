import { updateRows } from "@kinora/db/testing-rows.ts";
import type { Storage } from "@kinora/storage/storage.ts";
import { expect, test } from "vitest";
import { as } from "../../platform/testing.ts";
import { aRendition, aVideo, type TestVideo } from "../../playback/testing.ts";
import { sharedProject, grantOf, addStream } from "../../testing/fixtures.ts";
import { readLiveStream } from "../sessions/session-records.ts";
import { readProgramme } from "./loop-programme.ts";
import { setLoop } from "./loop.ts";

const FILMS = 40;
const times = { shuffle: false, fade: false, before_live: true, on_disconnect: true, when_paused: false };

const { services, project } = await sharedProject();

async function aFilm(seconds: number): Promise<TestVideo> {
  const video = await aVideo(services, project, { title: "A film" });
  await aRendition(services, project, video, { label: "360p", codecs: "avc1.64001F" });
  await updateRows(
    services,
    "renditions",
    { video_id: video.id },
    { width: 640, height: 360, duration_seconds: seconds },
  );
  const list = `#EXTM3U\n#EXTINF:${seconds},\n0.m4s\n`;
  await services.storage.put(`assets/${video.id}/v1/360p/index.m3u8`, Buffer.from(list));
  return video;
}

test("a loop is read in its order, several videos at a time, and a later reading reads what is new", async () => {
  const { id } = await addStream(services, project, { name: "Channel", ladder: "360p" });
  const films: TestVideo[] = [];
  for (let number = 1; number <= FILMS; number += 1) films.push(await aFilm(number));
  const grant = grantOf(project);
  const show = (videos: readonly TestVideo[]) =>
    setLoop(as(services, project.owner), grant, id, { video_ids: videos.map((video) => video.id), ...times });
  const read: string[] = [];
  let reading = 0;
  let most = 0;
  const storage = new Proxy(services.storage, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== "get") return typeof value === "function" ? (value.bind(target) as unknown) : value;
      return async (...asked: Parameters<Storage["get"]>) => {
        read.push(asked[0]);
        most = Math.max(most, (reading += 1));
        try {
          return await target.get(...asked);
        } finally {
          reading -= 1;
        }
      };
    },
  });
  const readNow = async (before: Parameters<typeof readProgramme>[2]) => {
    const stream = await readLiveStream(services, { id });
    if (!stream) throw new Error("There is no such stream.");
    return readProgramme({ ...services, storage }, stream, before);
  };
  const [first, second] = films;
  if (!first || !second) throw new Error("There are no films.");
  await show([...films, first]);
  const programme = await readNow(null);
  expect(programme.videos.map((video) => video?.seconds)).toEqual([...films.map((_, at) => at + 1), 1]);
  expect(programme.videos.map((video) => video?.segmentSeconds)).toEqual([...films.map((_, at) => [at + 1]), [1]]);
  expect([read.length, most > 1, most <= 16]).toEqual([FILMS, true, true]);
  const added = await aFilm(100);
  await show([second, added, first]);
  const later = await readNow(programme);
  expect(later.videos.map((video) => video?.seconds)).toEqual([2, 100, 1]);
  expect(read.slice(FILMS)).toEqual([`assets/${added.id}/v1/360p/index.m3u8`]);
  // A file that is not there yet is looked for again.
  await services.storage.delete(`assets/${added.id}/v1/360p/index.m3u8`);
  const broken = await readNow(null);
  expect(broken.videos.map((video) => video?.seconds)).toEqual([2, undefined, 1]);
  expect((await readNow(broken)).videos).toEqual(broken.videos);
  expect(read.filter((key) => key.includes(`/${added.id}/`))).toHaveLength(3);
});
