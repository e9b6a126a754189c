import { packaged, programme } from "@kinora/media/live/packager-fixtures.ts";
import { trackView } from "@kinora/media/live/track-view.ts";
import { expect, test } from "vitest";
import { addStream, sharedProject } from "../testing/fixtures.ts";
import { LiveViews } from "./live-views.ts";
import { createPlaybackStreams } from "./playback-streams.ts";

test("requests for the same at the same time share what is derived, and the next ones get it from memory", async () => {
  const { services, project } = await sharedProject();
  const streams = createPlaybackStreams(services);
  const stream = await streams.find((await addStream(services, project, { ingest: "receiving" })).hash);
  if (!stream) throw new Error("The stream is not found.");
  const part = packaged(programme(1)).fragments[0]?.bytes ?? Buffer.alloc(0);
  const found = Promise.withResolvers<Buffer>();
  const views = new LiveViews({ file: () => found.promise }, "a secret");
  for (const encrypted of [false, true]) {
    const read = () => views.read(stream, { view: "video", encrypted }, "source/7.m4s", null);
    const waiting = [read(), read(), read()];
    found.resolve(part);
    const [one, ...others] = await Promise.all([...waiting]);
    for (const other of [...others, await read()]) expect(other).toBe(one);
    if (!encrypted) expect(one).toEqual(trackView(part, "video"));
  }
  streams.close();
});

test("what is missing, or not known, is read again by the next request", async () => {
  const { services, project } = await sharedProject();
  const streams = createPlaybackStreams(services);
  const stream = await streams.find((await addStream(services, project, { ingest: "receiving" })).hash);
  if (!stream) throw new Error("The stream is not found.");
  const part = packaged(programme(1)).fragments[0]?.bytes ?? Buffer.alloc(0);
  const answers = ["missing", "unknown", part] as const;
  let asked = 0;
  const views = new LiveViews({ file: () => Promise.resolve(answers[asked++] ?? "missing") }, "a secret");
  const read = () => views.read(stream, { view: "audio", encrypted: false }, "source/7.m4s", null);
  expect([await read(), await read(), await read()]).toEqual(["missing", "unknown", trackView(part, "audio")]);
  streams.close();
});
