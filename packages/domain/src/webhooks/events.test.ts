import { expect, test } from "vitest";
import { EVENT_GROUPS, isSubscribed, reportedAs, SUBSCRIBED_EVENTS } from "./events.ts";

test.each([
  ["video.ready", "video.ready"],
  ["video.queued", "video.queued"],
  ["rendition.ready", "rendition.ready"],
  ["usage.threshold", "usage.threshold"],
  ["account.usage_warning", null],
  ["invoice.issued", null],
  ["video.captions_added", "video.updated"],
  ["stream.switched", "stream.updated"],
  ["tag.unused_deleted", "tag.deleted"],
  ["category.coloured", "category.updated"],
  ["project.ladder_changed", "project.updated"],
  ["api_key.rotated", "api_key.updated"],
  ["video.source_deleted", null],
  ["signing_key.revealed", null],
  ["project.deleted", null],
  ["nothing.happened", null],
  ["constructor", null],
])("%s is reported as %o", (type, reported) => {
  expect(reportedAs(type)).toBe(reported);
});

test("the groups hold every type a webhook can subscribe to, once", () => {
  expect(EVENT_GROUPS.flatMap(([, types]) => types).toSorted()).toEqual([...SUBSCRIBED_EVENTS].toSorted());
});

test("a webhook gets its types, or all of them", () => {
  expect(isSubscribed(["video.ready"], "video.ready")).toBe(true);
  expect(isSubscribed(["video.ready"], "video.failed")).toBe(false);
  expect(isSubscribed(["*"], "video.failed")).toBe(true);
});
