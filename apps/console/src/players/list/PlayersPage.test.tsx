import { DEFAULT_PLAYER_SETTINGS } from "@kinora/domain/players/settings.ts";
import { QueryClient } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { session } from "../../platform/session.ts";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aConfig, aUser } from "../../testing/videos.ts";
import type { Player } from "../queries.ts";
import PlayersPage from "./PlayersPage.tsx";

let asked: string[];
let players: Player[];

const aPlayer = (change: Partial<Player>): Player => ({
  ...{ id: 7, hash: "player7", title: "Shop", is_default: false, settings: DEFAULT_PLAYER_SETTINGS },
  ...{ version: 1, has_draft: false, videos: 0, streams: 0, playlists: 0, domains: 0 },
  created_at: "2026-09-01T10:00:00.000Z",
  updated_at: "2026-09-21T10:00:00.000Z",
  ...change,
});

beforeEach(() => {
  signedIn();
  asked = [];
  players = [
    aPlayer({ id: 6, title: "Usual", is_default: true }),
    aPlayer({ videos: 1_000, streams: 1, playlists: 2, domains: 3, has_draft: true }),
    aPlayer({ id: 8, title: "Unused" }),
  ];
  answerFetch(async (_, { pathname }) => {
    asked.push(pathname);
    if (pathname.endsWith("/player-plays"))
      return Response.json({
        data: [
          { id: 6, plays: 1_204 },
          { id: 7, plays: 1 },
          { id: 8, plays: 0 },
        ],
      });
    if (pathname.endsWith("/players")) return Response.json({ data: players });
    return Response.json({ data: [], pagination: { total: 0 } });
  });
});

const show = () =>
  renderPart(<PlayersPage />, new QueryClient({ defaultOptions: { queries: { retry: false } } }), "/player");
const cardOf = async (title: string) => (await screen.findByRole("link", { name: title })).closest("li") as HTMLElement;

test("each player says what is embedded with it, on how many domains, how often it was played, and when it changed", async () => {
  await show();
  const shop = await cardOf("Shop");
  expect(within(shop).getByText("1,000 videos · 1 livestream · 2 playlists")).toBeTruthy();
  expect(await within(shop).findByText("1 play in 28 days · 3 domains")).toBeTruthy();
  expect(within(shop).getByText("Unpublished changes")).toBeTruthy();
  expect(shop.querySelector("time")?.dateTime).toBe("2026-09-21T10:00:00.000Z");
  const usual = await cardOf("Usual");
  expect(within(usual).getByText("All embeds without a player")).toBeTruthy();
  expect(within(usual).getByText("1,204 plays in 28 days")).toBeTruthy();
  const unused = await cardOf("Unused");
  expect(within(unused).getByText("Not used yet")).toBeTruthy();
  expect(within(unused).getByText("0 plays in 28 days")).toBeTruthy();
});

test("people who see no reports get the list without plays", async () => {
  const user = aUser();
  const config = aConfig();
  session.set({ user, config: { ...config, permissions: { ...config.permissions, analytics_view: false } } });
  await show();
  expect(within(await cardOf("Shop")).getByText("3 domains")).toBeTruthy();
  expect(asked.filter((path) => path.endsWith("/player-plays"))).toEqual([]);
});

test.each([
  [{}, "100%", "100%"],
  [{ aspect: "auto" }, "100%", "100%"],
  [{ aspect: "4:3" }, "75%", "100%"],
  [{ aspect: "9:16" }, "31.640625%", "100%"],
  [{ fixed_size: true, frame_width: 640, frame_height: 180 }, "100%", "50%"],
] as const)("a player with %j is drawn in its shape within a tile like the others", async (change, width, height) => {
  players = [aPlayer({ settings: { ...DEFAULT_PLAYER_SETTINGS, ...change } })];
  await show();
  const skin = (await cardOf("Shop")).querySelector<HTMLElement>("[data-bar]");
  expect([skin?.style.width, skin?.style.height]).toEqual([width, height]);
});
