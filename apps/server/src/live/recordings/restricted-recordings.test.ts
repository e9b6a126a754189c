import { insertRow, selectRow, selectRows } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { addStream, addVideo, ownedBy, RUN, sharedProject } from "../../testing/fixtures.ts";
import { addProfile, assignProfile } from "../../testing/restrictions.ts";
import { saveRecording, storedKey } from "./recordings.ts";

const { services, project } = await sharedProject();

/** Saves a stored recording, clip or part as a video; answers that video's own profiles, and whether it is published. */
async function saved(streamId: number, kind: "recording" | "clip" | "trim", trim: string | null = null) {
  const { id } = await insertRow(services, "stream_recordings", {
    ...ownedBy(project),
    ...{ stream_id: streamId, kind, trim, state: "saving", started_at: new Date() },
  });
  await services.storage.put(storedKey(id, "mp4"), Buffer.from("media"));
  await saveRecording.run(services, { recordingId: id }, RUN);
  const { video_id: videoId } = await selectRow(services, "stream_recordings", { id }, "video_id");
  const { published } = await selectRow(services, "videos", { id: videoId ?? 0 }, "published");
  const assigned = await selectRows(services, "restriction_assignments", { video_id: videoId ?? 0 }, "profile_id");
  return { profiles: assigned.map(({ profile_id: profileId }) => profileId), published };
}

test("the videos of a restricted livestream are as restricted from the start, also where they are published", async () => {
  const stream = await addStream(services, project, { record_publish: true });
  const profileId = await addProfile(services, project, { encrypted: true });
  await assignProfile(services, project, profileId, { stream_id: stream.id });
  expect(await saved(stream.id, "recording")).toEqual({ profiles: [profileId], published: true });
  expect(await saved(stream.id, "clip")).toEqual({ profiles: [profileId], published: false });
});

test("a part of a recording is as restricted as the recording's video, whatever its livestream is", async () => {
  const stream = await addStream(services, project);
  const [open, restricted] = [await addVideo(services, project), await addVideo(services, project)];
  const profileId = await addProfile(services, project, {});
  await assignProfile(services, project, profileId, { video_id: restricted.id });
  const of = (videoId: number) => JSON.stringify({ video_id: videoId, from: 1, to: 3 });
  expect((await saved(stream.id, "trim", of(restricted.id))).profiles).toEqual([profileId]);
  await assignProfile(services, project, profileId, { stream_id: stream.id });
  expect((await saved(stream.id, "trim", of(open.id))).profiles).toEqual([]);
});

test("the video of a livestream without a profile of its own has none either", async () => {
  const stream = await addStream(services, project, { record_publish: true });
  expect(await saved(stream.id, "recording")).toEqual({ profiles: [], published: true });
});
