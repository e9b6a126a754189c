import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderPart } from "../testing/renderPage.tsx";
import { signedIn } from "../testing/signedIn.ts";
import type { Tag } from "./queries.ts";
import { TagTable } from "./TagTable.tsx";

beforeEach(signedIn);
afterEach(cleanup);

const tag = (videos: number, livestreams: number): Tag => ({
  id: 1,
  name: "harbour",
  videos,
  livestreams,
  created_by: null,
  created_at: "2026-09-21T10:00:00.000Z",
});

test.each([
  [0, 0, "Nothing"],
  [1, 0, "1 video"],
  [0, 2, "2 livestreams"],
  [1234, 1, "1,234 videos, 1 livestream"],
])("a tag of %d videos and %d livestreams says: %s", async (videos, livestreams, words) => {
  await renderPart(<TagTable projectId={3} tags={[tag(videos, livestreams)]} canManage={false} />);
  expect(screen.getByText(words)).toBeTruthy();
});
