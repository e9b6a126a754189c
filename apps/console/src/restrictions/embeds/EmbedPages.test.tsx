import { pagination } from "@kinora/domain/pages.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { EmbedPages } from "./EmbedPages.tsx";

const PLACE = {
  host: "blog.example.org",
  path: "/post",
  pages: 1,
  loads: 12,
  plays: 7,
  first_seen_at: "2026-11-01T10:00:00Z",
  last_seen_at: "2026-11-20T10:00:00Z",
  allowed: true,
  profile: null,
  item: { kind: "video", id: 3, title: "A film" },
};
let asked: URL[];
let answer: () => Response;

const json = (body: object, status = 200) => Response.json(body, { status });

beforeEach(() => {
  signedIn();
  asked = [];
  answer = () => json({ data: [PLACE], pagination: pagination(1, 30, 1) });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    asked.push(new URL(new Request(input, init).url));
    return answer();
  });
});

const show = (kind: "video" | "player" | "playlist") => renderPart(<EmbedPages kind={kind} id={7} />);

test.each([
  ["video", "/videos/7/embed-pages", false],
  ["player", "/players/7/embed-pages", true],
  ["playlist", "/playlists/7/embed-pages", true],
] as const)("a %s lists the pages that embed it", async (kind, path, hasItem) => {
  await show(kind);
  const table = await screen.findByRole("table", { name: "Where it is embedded" });
  const row = within(table).getByText("blog.example.org/post").closest('[role="row"]') as HTMLElement;
  expect(within(row).getByText("7")).toBeTruthy();
  expect(within(row).getByText("Allowed")).toBeTruthy();
  expect(within(row).queryByText("A film") !== null).toBe(hasItem);
  expect(asked[0]?.pathname).toBe(path);
});

test("domains sum up pages, and a refused one names the profile that refuses it", async () => {
  const domain = { ...PLACE, pages: 4, allowed: false, profile: { id: 2, name: "Partners" } };
  await show("playlist");
  await screen.findByText("blog.example.org/post");
  answer = () => json({ data: [domain], pagination: pagination(1, 30, 1) });
  fireEvent.click(screen.getByRole("radio", { name: "Domains" }));
  expect(await screen.findByText("Refused by Partners")).toBeTruthy();
  expect(screen.getByRole("columnheader", { name: "Domain" })).toBeTruthy();
  expect(screen.getByText("blog.example.org")).toBeTruthy();
  expect(asked.at(-1)?.searchParams.get("by")).toBe("domain");
});

test("further pages are asked for one by one", async () => {
  answer = () => json({ data: [PLACE], pagination: pagination(1, 30, 45) });
  await show("player");
  fireEvent.click(await screen.findByRole("button", { name: "Next page" }));
  await waitFor(() => expect(asked.at(-1)?.searchParams.get("page")).toBe("2"));
});

test("without embeds it says so, and a failure can be tried again", async () => {
  answer = () => json({ message: "The database is busy.", code: "unavailable" }, 503);
  await show("video");
  expect(await screen.findByText("The database is busy.")).toBeTruthy();
  answer = () => json({ data: [], pagination: pagination(1, 30, 0) });
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("No embeds yet")).toBeTruthy();
});
