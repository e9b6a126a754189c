import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { RestrictionPanel } from "./RestrictionPanel.tsx";

const PROFILES = [
  { id: 4, name: "Staff only" },
  { id: 5, name: "Partners" },
];
let assigned: { path: string; profileId: number | null }[];

beforeEach(() => {
  signedIn();
  assigned = [];
  answerFetch(async (request) => {
    const path = new URL(request.url).pathname;
    const answer = (body: object) => Response.json(body);
    if (path.endsWith("/restrictions")) return answer({ data: PROFILES });
    if (request.method === "GET")
      return answer({ data: { profile: PROFILES[0], from: "project", rules: ["Plays on example.com only."] } });
    const { profile_id: profileId } = (await request.json()) as { profile_id: number | null };
    assigned.push({ path, profileId });
    const profile = PROFILES.find(({ id }) => id === profileId) ?? null;
    return answer({ message: "Restrictions are changed.", data: { profile, from: profile && "own", rules: [] } });
  });
});

test.each([
  ["stream", "/streams/7/restriction", "Set on this livestream.", "?video=abcd1234"],
  ["video", "/videos/7/restriction", "Set on this video.", "?video=abcd1234"],
  ["playlist", "/playlists/7/restriction", "Set on this playlist.", "?playlist=abcd1234"],
] as const)("a %s says what it inherits, and takes a profile of its own", async (kind, path, own, tested) => {
  await renderPart(<RestrictionPanel kind={kind} id={7} hash="abcd1234" />);
  expect(await screen.findByText("From the project: Staff only.")).toBeTruthy();
  expect(screen.getByText("Plays on example.com only.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Test who can watch" }).getAttribute("href")).toBe(
    `/settings/restrictions/4${tested}`,
  );
  fireEvent.click(screen.getByRole("combobox", { name: "Restriction profile" }));
  fireEvent.click(await screen.findByRole("option", { name: "Partners" }));
  await waitFor(() => expect(assigned).toEqual([{ path, profileId: 5 }]));
  expect(await screen.findByText(own)).toBeTruthy();
});
