import { videoSelection } from "@kinora/contract/videos/video-filter.ts";
import type { VideoSort } from "@kinora/domain/videos/library.ts";
import { expect, test } from "vitest";
import type { z } from "zod";
import { aProject, as } from "../../platform/testing.ts";
import { sharedProject, grantOf } from "../../testing/fixtures.ts";
import { aLibraryVideo } from "../../testing/library-videos.ts";
import { findNeighbours } from "./neighbours.ts";

const ids: Record<string, number> = {};

const on = (day: number) => new Date(Date.UTC(2030, 0, day));

const { services, project } = await sharedProject();
const make = (name: string, video: Parameters<typeof aLibraryVideo>[3]) =>
  aLibraryVideo(services, {}, project, video).then((id) => void (ids[name] = id));
await make("a", { title: "Alder", created_at: on(1), duration_seconds: 30, stored_bytes: 2, published: true });
await make("b", { title: "birch", created_at: on(2), duration_seconds: 10, stored_bytes: 2 });
await make("c", { title: "Cedar", created_at: on(3), duration_seconds: 20, stored_bytes: 1, published: true });
await make("d", { title: "Date", created_at: on(4), status: "failed" });
await aLibraryVideo(services, {}, await aProject(services), { title: "Box of another tenant", created_at: on(2) });

type FilterInput = z.input<typeof videoSelection>;

async function beside(name: string, sort: VideoSort | null, filter: FilterInput = {}) {
  const grant = grantOf(project);
  const selection = videoSelection.parse(filter);
  const found = await findNeighbours(as(services, project.owner), grant, ids[name] ?? 0, { selection, sort });
  const nameOf = (id: number | null) => Object.keys(ids).find((each) => ids[each] === id) ?? "-";
  return nameOf(found.previous) + nameOf(found.next);
}

const walks: [string, VideoSort | null, FilterInput, string][] = [
  ["b", null, {}, "ca"],
  ["c", null, {}, "-b"],
  ["b", "created", {}, "ac"],
  ["b", "title", {}, "ac"],
  ["a", "-title", {}, "b-"],
  ["c", "duration", {}, "ba"],
  ["c", "-duration", {}, "ab"],
  ["a", "size", {}, "cb"],
  ["c", null, { published: "true" }, "-a"],
  ["b", null, { search: "cedar" }, "c-"],
  ["b", null, { duration_min: 25 }, "-a"],
  ["c", null, { type: "recent" }, "db"],
  ["d", null, { type: "failed" }, "--"],
];
test.each(walks)(
  "the neighbours of %s in the order %s, filtered by %o, are %s",
  async (name, sort, filter, expected) => {
    expect(await beside(name, sort, filter)).toBe(expected);
  },
);
