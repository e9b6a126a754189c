import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import type { Tag } from "../queries.ts";
import { tagView } from "./tag-view.ts";
import TagsPage from "./TagsPage.tsx";

let tags: Tag[];
/** The orders and searches the server was asked for. */
let asked: string[];

const tag = (name: string, videos: number, livestreams: number): Tag => ({
  id: name.length,
  name,
  videos,
  livestreams,
  created_by: null,
  created_at: "2026-09-21T10:00:00.000Z",
});

beforeEach(() => {
  signedIn();
  [tags, asked] = [[], []];
  answerFetch(async (_, { searchParams }) => {
    asked.push([...searchParams].map((pair) => pair.join("=")).join(" "));
    const total = tags.length;
    return Response.json({ data: tags, pagination: { page: 1, max: 1, per_page: 30, total, from: 1, to: total } });
  });
});

const show = (address: string) => renderPart(<TagsPage />, new QueryClient(), address, tagView.read);

test("a tag says how many videos and livestreams have it", async () => {
  tags = [tag("a", 0, 0), tag("bb", 1, 0), tag("ccc", 0, 2), tag("dddd", 1234, 1)];
  await show("/settings/project/tags");
  await screen.findByText("dddd");
  for (const words of ["Nothing", "1 video", "2 livestreams", "1,234 videos, 1 livestream"])
    expect(screen.getByText(words)).toBeTruthy();
});

test("a header puts the tags in its order, which the address keeps", async () => {
  tags = [tag("a", 0, 0)];
  await show("/settings/project/tags");
  fireEvent.click(await screen.findByRole("button", { name: "Sort by Used by" }));
  await waitFor(() => expect(asked.at(-1)).toContain("sort=-videos"));
  await waitFor(() => expect(screen.getAllByRole("columnheader")[1]?.getAttribute("aria-sort")).toBe("descending"));
});

test("without any tag there is nothing to filter, and with a filter the empty list offers to clear it", async () => {
  await show("/settings/project/tags");
  expect(await screen.findByText("No tags yet")).toBeTruthy();
  expect(screen.queryByRole("searchbox")).toBeNull();
});
