import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import type { Profile } from "../queries.ts";
import { ProfileUses } from "./ProfileUses.tsx";

const NONE = { videos: 0, streams: 0, categories: 0, playlists: 0 };
/** What was sent, as `PUT /path`, with its body. */
let sent: [string, unknown][];

beforeEach(() => {
  signedIn();
  sent = [];
  answerFetch(async (request, { pathname }) => {
    if (request.method !== "GET") {
      sent.push([`${request.method} ${pathname}`, await request.json()]);
      return Response.json({ message: "Done.", data: { profile: null, from: null, rules: [] } });
    }
    const categories = [
      { id: 11, name: "News", profile_id: 7 },
      { id: 12, name: "Sport", profile_id: null },
    ];
    return Response.json({ data: pathname.endsWith("/restricted-categories") ? categories : [] });
  });
});

const show = (change: Partial<Profile> = {}, readOnly = false) =>
  renderPart(
    <ProfileUses
      projectId={3}
      profile={{ id: 7, is_default: false, used_by: NONE, ...change } as Profile}
      readOnly={readOnly}
    />,
  );

test("a profile that is used nowhere becomes the default with one switch", async () => {
  await show();
  expect(screen.getByText("Nothing yet.")).toBeDefined();
  fireEvent.click(screen.getByRole("switch", { name: "Use as the default" }));
  await waitFor(() => expect(sent).toEqual([["PATCH /projects/3/restrictions/7/default", { is_default: true }]]));
});

test("it names what it applies to, and a category can be taken away", async () => {
  await show({ is_default: true, used_by: { ...NONE, videos: 2, categories: 1 } });
  expect(screen.getByText("Everything else, 2 videos, 1 category")).toBeDefined();
  fireEvent.click(await screen.findByRole("button", { name: "Remove News" }));
  await waitFor(() => expect(sent).toEqual([["PUT /categories/11/restriction", { profile_id: null }]]));
});

test("those who may not change it see where it applies", async () => {
  await show({ used_by: { ...NONE, videos: 1 } }, true);
  expect(screen.getByText("1 video")).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>("switch").disabled).toBe(true);
  expect(screen.queryByLabelText("Apply to a video")).toBeNull();
});
