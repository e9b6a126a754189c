import { DEFAULT_PLAYER_SETTINGS } from "@kinora/domain/players/settings.ts";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import type { PlayerDetail } from "../queries.ts";
import PlayerPage from "./PlayerPage.tsx";

beforeEach(signedIn);

const answers = (status: number, message: string) =>
  vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(() => Promise.resolve(Response.json({ message, code: "refused" }, { status })));
const show = (address: string) =>
  renderPart(
    <PlayerPage />,
    new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    address,
    (raw) => raw,
    "/player/$playerId",
  );

test.each([
  ["/player/7", 1],
  ["/player/seven", 0],
])("%s, which does not exist, leads back to all players (requests: %i)", async (address, requests) => {
  const server = answers(404, "This player does not exist or belongs to another project.");
  await show(address);
  expect(await screen.findByText("This player does not exist")).toBeTruthy();
  expect(screen.getByRole("link", { name: "All players" }).getAttribute("href")).toBe("/player");
  expect(server).toHaveBeenCalledTimes(requests);
});

test("a player that cannot be read says why and offers another try", async () => {
  answers(503, "The database is busy.");
  await show("/player/7");
  expect((await screen.findByRole("alert")).textContent).toContain("The database is busy.");
  expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy();
});

const read: PlayerDetail = {
  ...{ id: 7, project_id: 3, hash: "8f3a21c9d4e5f607", title: "Shop", is_default: false, version: 1, has_draft: true },
  ...{ settings: DEFAULT_PLAYER_SETTINGS, draft: { ...DEFAULT_PLAYER_SETTINGS, loop: true }, draft_version: 1 },
  ...{
    videos: 0,
    streams: 0,
    playlists: 0,
    domains: 0,
    domain_names: [],
    versions: [],
    pictures: [],
    ad_schedules: [],
  },
  ...{ updated_at: "2026-09-21T10:00:00.000Z", created_at: "2026-09-21T10:00:00.000Z" },
};

test("a draft that someone else changed since is shown, and not published unseen", async () => {
  const published: unknown[] = [];
  let stored = read;
  answerFetch(async (request, { pathname }) => {
    if (pathname.endsWith("/players/7/publish")) {
      published.push(await request.json());
      stored = { ...read, title: "Shop window", draft_version: 2 };
      return Response.json({ message: "Load it again.", code: "changed_since" }, { status: 409 });
    }
    if (pathname.endsWith("/players/7")) return Response.json({ data: stored });
    return Response.json({ data: [], pagination: { page: 1, per_page: 50, total: 0 } });
  });
  await show("/player/7");
  fireEvent.click(await screen.findByRole("button", { name: "Publish" }));
  expect(await screen.findByDisplayValue("Shop window")).toBeTruthy();
  expect(published).toEqual([{ draft_version: 1 }]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a player with nothing to publish is offered as the default instead", async () => {
  const sent: string[] = [];
  answerFetch(async (request, { pathname }) => {
    if (request.method !== "GET") sent.push(`${request.method} ${pathname}`);
    if (request.method === "GET" && !pathname.endsWith("/players/7"))
      return Response.json({ data: [], pagination: { page: 1, per_page: 50, total: 0 } });
    return Response.json({ message: "Player is saved.", data: { ...read, has_draft: false, draft: read.settings } });
  });
  await show("/player/7");
  fireEvent.click(await screen.findByRole("button", { name: "Set as default" }));
  await waitFor(() => expect(sent).toEqual(["POST /players/7/default"]));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Publish" }).disabled).toBe(true);
});
