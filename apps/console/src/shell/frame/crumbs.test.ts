import { expect, test } from "vitest";
import { crumbs } from "./crumbs.ts";

test.each([
  ["/dashboard", ["dashboard"]],
  ["/video/17", ["video", "edit"]],
  ["/analytics/top-videos", ["analytics", "top videos"]],
  ["/settings/api", ["settings", "API"]],
  ["/playlist/4/manage", ["playlist", "edit", "manage"]],
  ["/", []],
])("%s is shown as %j", (path, labels) => {
  expect(crumbs(path, "edit").map(({ label }) => label)).toEqual(labels);
});

test("every crumb but the last leads to its own path", () => {
  expect(crumbs("/advanced/videos/3/embed", "edit").map(({ to }) => to)).toEqual([
    "/advanced",
    "/advanced/videos",
    "/advanced/videos/3",
    null,
  ]);
});
