import { expect, test } from "vitest";
import { chosenEvents, EVENT_GROUPS, reportedAs, SUBSCRIBED_EVENTS, subscriptionsOf } from "./events.ts";

test.each([
  ["video.ready", "video.ready"],
  ["video.queued", "video.queued"],
  ["rendition.ready", "rendition.ready"],
  ["usage.threshold", "usage.threshold"],
  ["account.usage_warning", "account.usage_threshold"],
  ["account.renamed", null],
  ["invoice.issued", "invoice.created"],
  ["invoice.paid", "invoice.paid"],
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

test("the wildcard stands for every type of the project, and for none of the account", () => {
  expect(subscriptionsOf("video.failed")).toEqual(["video.failed", "*"]);
  expect(subscriptionsOf("invoice.paid")).toEqual(["invoice.paid"]);
});

test.each([
  [["video.ready", "video.ready"], ["video.ready"]],
  [["video.ready", "*"], ["*"]],
  [
    ["video.ready", "invoice.paid", "*"],
    ["*", "invoice.paid"],
  ],
])("the choice %j is stored as %j", (chosen, stored) => {
  expect(chosenEvents(chosen)).toEqual(stored);
});
