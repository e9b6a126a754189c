import { expectTypeOf, expect, test } from "vitest";
import { apiInput, type UnknownFields } from "../../platform/api-input.ts";
import type { selectionOf } from "./library-view.ts";

type Selection = ReturnType<typeof selectionOf>;
/** What `apiInput` takes for the list of videos. */
type Taken<Given> = Given & Record<UnknownFields<"videos.listVideos", Given>, never>;

test("a field of an address that the API does not know is a type that no address has", () => {
  expectTypeOf<UnknownFields<"videos.listVideos", Selection>>().toEqualTypeOf<never>();
  expectTypeOf<UnknownFields<"videos.listVideos", Selection & { playlist: number }>>().toEqualTypeOf<"playlist">();
  expectTypeOf<Selection>().toExtend<Taken<Selection>>();
  expectTypeOf<Selection & { playlist: number }>().not.toExtend<Taken<Selection & { playlist: number }>>();
  expectTypeOf<{ playlist?: number }>().not.toExtend<Taken<{ playlist?: number }>>();
});

test("what an address says is sent as it is", () => {
  expect(apiInput("tags.listTags", { search: "harbour", unused: "true" })).toEqual({
    search: "harbour",
    unused: "true",
  });
});
