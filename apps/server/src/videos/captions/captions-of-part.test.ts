import { insertRow, updateRows } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { addCaptions, addStream, addVideo, ownedBy, sharedProject } from "../../testing/fixtures.ts";
import { captionsKey } from "./captions-files.ts";
import { takeCaptionsOfWhole } from "./captions-of-part.ts";
import { readCaptionsOf } from "./captions.ts";

const run = { jobId: "a-part", signal: new AbortController().signal, failures: 0 };
const { services, project } = await sharedProject();

async function becomeReady(videoId: number, version = 1): Promise<void> {
  const { id: eventId } = await insertRow(services, "events", {
    ...{ type: "video.ready", account_id: project.accountId, project_id: project.projectId },
    ...{ payload: JSON.stringify({ video_id: videoId, version }), actor: JSON.stringify({ kind: "system" }) },
  });
  await takeCaptionsOfWhole.run(services, { eventId }, run);
}

/** A video that is cut from another one, from the third to the sixth second. */
async function addPart(wholeId: number): Promise<number> {
  const { id: streamId } = await addStream(services, project);
  const { id } = await addVideo(services, project, { status: "complete" });
  await updateRows(services, "videos", { id }, { version: 1 });
  const trim = { video_id: wholeId, from: 3, to: 6, watermarked: false };
  await insertRow(services, "stream_recordings", {
    ...{ ...ownedBy(project), stream_id: streamId, state: "ready", kind: "trim" },
    ...{ video_id: id, trim: JSON.stringify(trim) },
  });
  return id;
}

async function caption(videoId: number, vtt: string, values: Parameters<typeof addCaptions>[3]): Promise<void> {
  const { id } = await addCaptions(services, project, videoId, values);
  await services.storage.put(captionsKey(videoId, id, 1), Buffer.from(vtt));
}

const vtt = (...cues: readonly string[]) => ["WEBVTT\n", ...cues.map((cue) => `${cue}\n`)].join("\n");

test("a part of a recording takes its captions along, with its times and marked alike, once", async () => {
  const { id: whole } = await addVideo(services, project, { status: "complete" });
  const file = vtt("00:00:01.000 --> 00:00:02.000\nBefore", "00:00:04.000 --> 00:00:05.000\n<v Ann>Within");
  await caption(whole, file, { language: "en", label: "English (automatic)", automatic: true, published: false });
  await caption(whole, file, { language: "fr", label: "Français", kind: "captions", by_default: true });
  await caption(whole, vtt("00:00:08.000 --> 00:00:09.000\nAfter"), { language: "es", label: "Español" });
  const part = await addPart(whole);
  await becomeReady(part);
  await becomeReady(part);
  const taken = await readCaptionsOf(services.db, part);
  expect(taken).toEqual([
    expect.objectContaining({ language: "en", label: "English (automatic)", automatic: true, published: false }),
    expect.objectContaining({
      ...{ language: "fr", label: "Français", kind: "captions", default: true },
      ...{ automatic: false, published: true },
    }),
  ]);
  const { stream } = await services.storage.get(captionsKey(part, taken[0]?.id ?? 0, 1));
  expect(Buffer.concat(await stream.toArray()).toString("utf8")).toBe(
    vtt("00:00:01.000 --> 00:00:02.000\n<v Ann>Within"),
  );
});

test("another file, a deleted whole and a video that is no part get no captions", async () => {
  const { id: whole } = await addVideo(services, project, { status: "complete" });
  await caption(whole, vtt("00:00:04.000 --> 00:00:05.000\nWithin"), { language: "en", label: "English" });
  const replaced = await addPart(whole);
  await becomeReady(replaced, 2);
  const orphan = await addPart(whole + 1_000_000);
  await becomeReady(orphan);
  const { id: other } = await addVideo(services, project, { status: "complete" });
  await becomeReady(other);
  for (const id of [replaced, orphan, other]) expect(await readCaptionsOf(services.db, id)).toEqual([]);
});
