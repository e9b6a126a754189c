import { insertRow, updateRows } from "@kinora/db/testing-rows.ts";
import { aFragment, anInit, timelineOptions, twoRungs } from "@kinora/media/live/live-fixtures.ts";
import { LiveTimeline } from "@kinora/media/live/timeline.ts";
import { expect, test } from "vitest";
import { addStream, sharedProject } from "../../testing/fixtures.ts";
import { AD_BREAK_CLASS, listAdBreak } from "./listed-ad-breaks.ts";

const { services, project } = await sharedProject();

/** A timeline on air whose segments begin now. */
function onAir(): LiveTimeline {
  const timeline = new LiveTimeline(timelineOptions({ now: () => Date.now() }));
  const source = timeline.startSource({
    kind: "live",
    inits: new Map(twoRungs.map((one) => [one.label, anInit(one)])),
  });
  for (const { label } of twoRungs) timeline.append(source, label, aFragment(0, 0.5, true));
  return timeline;
}

test("an ad break that lasts is listed once, from its start for as long as it was asked for; one that is over is not", async () => {
  const stream = await addStream(services, project, {});
  const timeline = onAir();
  await listAdBreak(services, stream, timeline);
  expect(timeline.dateRanges).toEqual([]);
  const begins_at = new Date();
  const row = { stream_id: stream.id, project_id: project.projectId, begins_at };
  await insertRow(services, "stream_ad_breaks", { ...row, ends_at: new Date(begins_at.getTime() + 30_000) });
  await listAdBreak(services, stream, timeline);
  await listAdBreak(services, stream, timeline);
  expect(timeline.dateRanges).toEqual([
    { id: "ad-break-1", class: AD_BREAK_CLASS, startsAtMs: begins_at.getTime(), durationSeconds: 30 },
  ]);

  await updateRows(
    services,
    "stream_ad_breaks",
    { stream_id: stream.id },
    { number: 2, ends_at: new Date(Date.now() - 1) },
  );
  await listAdBreak(services, stream, timeline);
  expect(timeline.dateRanges).toHaveLength(1);
});
