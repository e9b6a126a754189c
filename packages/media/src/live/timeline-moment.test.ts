import { expect, test } from "vitest";
import { aFragment, anInit, timelineOptions, twoRungs } from "./live-fixtures.ts";
import { momentPlace } from "./timeline-moment.ts";
import { LiveTimeline } from "./timeline.ts";

/** Two rungs, 160 and 320 pixels wide, with segments of two seconds; the low one alone from 8 to 12 seconds. */
function aStream() {
  const timeline = new LiveTimeline(timelineOptions());
  const source = timeline.startSource({
    kind: "live",
    inits: new Map(twoRungs.map((one) => [one.label, anInit(one)])),
  });
  for (let at = 0; at < 21; at += 0.5)
    for (const label of at >= 8 && at < 12 ? ["90p"] : ["90p", "180p"])
      timeline.append(source, label, aFragment(at, 0.5, at % 2 === 0));
  return { timeline, startsAtMs: timeline.segments[0]?.startsAtMs ?? 0 };
}

test("nothing was on air yet", () => {
  expect(momentPlace(new LiveTimeline(timelineOptions()), { behindMs: 0 }, 160)).toBeNull();
});

test.each([
  ["a moment of the clock, in the smallest rung that is wide enough", { seconds: 5.25 }, 160, "90p/2.m4s", 1.25],
  ["a wider picture", { seconds: 5.25 }, 161, "180p/2.m4s", 1.25],
  ["a picture that is wider than the stream", { seconds: 5.25 }, 1_920, "180p/2.m4s", 1.25],
  ["the first frame of a segment", { seconds: 6 }, 160, "90p/3.m4s", 0],
  ["what is before the listed segments", { seconds: -900 }, 160, "90p/0.m4s", 0],
  ["what is lost in a rung: its next picture", { seconds: 9 }, 320, "180p/6.m4s", 0],
  // The last whole segment ends after 20 seconds.
  ["seconds before the end", { behind: 3.5 }, 160, "90p/8.m4s", 0.5],
] as const)("%s", (_name, moment, width, segment, fromBeginning) => {
  const { timeline, startsAtMs } = aStream();
  const asked =
    "seconds" in moment ? { atMs: startsAtMs + moment.seconds * 1_000 } : { behindMs: moment.behind * 1_000 };
  const place = momentPlace(timeline, asked, width);
  if (place === null || place === "newest") throw new Error("The stream has this moment.");
  const label = segment.split("/")[0];
  expect(place).toMatchObject({ segment, init: `${label}/init-1.mp4`, width: label === "90p" ? 160 : 320 });
  // Half a frame of a thirtieth of a second before it.
  expect(place.atSeconds).toBeCloseTo(Math.max(0, fromBeginning - 1 / 60), 1);
  expect(place.atSeconds).toBeLessThanOrEqual(fromBeginning);
});

test("times within one frame are one place", () => {
  const { timeline, startsAtMs } = aStream();
  const at = (ms: number) => momentPlace(timeline, { atMs: startsAtMs + 4_000 + ms }, 160);
  expect(at(34)).toEqual(at(65));
  expect(at(34)).not.toEqual(at(67));
});

test.each([[{ behindMs: 0 }], [{ atMs: 1_800_000_000_000 }]])("the newest picture is that of %j", (moment) => {
  expect(momentPlace(aStream().timeline, moment, 160)).toBe("newest");
});
