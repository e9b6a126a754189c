import { OPEN_POLICY } from "@kinora/domain/restrictions/policy.ts";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { ProfileSimulator } from "./ProfileSimulator.tsx";
import { readTestedItem } from "./tested-item.ts";

let newest: { hash: string; title: string } | null;
/** The paths that were read, and what the simulator was asked. */
let read: string[];
let asked: unknown[];

beforeEach(() => {
  signedIn();
  [newest, read, asked] = [null, [], []];
  answerFetch(async (request) => {
    if (request.method === "GET") {
      read.push(new URL(request.url).pathname);
      return Response.json({ data: newest });
    }
    asked.push(await request.json());
    return Response.json({ data: { allowed: true, reason: null, message: null, country: null, trace: [] } });
  });
});

const show = (search = "") =>
  renderPart(
    <ProfileSimulator projectId={3} profileId={7} policy={OPEN_POLICY} />,
    new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    `/settings/restrictions/7${search}`,
    readTestedItem,
    "/settings/restrictions/$profileId",
  );
const idOf = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(label)).value;
const check = () => fireEvent.click(screen.getByRole("button", { name: "Check" }));

test("the simulator begins with the newest video that has the profile, and names it", async () => {
  newest = { hash: "abcd1234", title: "Alps" };
  await show();
  expect(await screen.findByText(/The newest video with this profile: Alps\./)).toBeDefined();
  expect(await idOf("Video ID")).toBe("abcd1234");
  expect(read).toEqual(["/projects/3/restrictions/7/newest-video"]);
  check();
  await waitFor(() => expect(asked).toEqual([{ policy: OPEN_POLICY, video: "abcd1234" }]));
  fireEvent.change(screen.getByLabelText("Video ID"), { target: { value: "" } });
  check();
  await waitFor(() => expect(asked[1]).toEqual({ policy: OPEN_POLICY }));
});

test("without a video that has the profile, it says what to enter", async () => {
  await show();
  expect(await screen.findByText(/No video has this profile yet\. Enter the ID/)).toBeDefined();
  expect(await idOf("Video ID")).toBe("");
});

test.each([
  ["?video=wxyz9876", "Video ID", { video: "wxyz9876" }],
  ["?playlist=list9876", "Playlist ID", { playlist: "list9876" }],
])("an address with %s is tested, and no other video is looked up", async (search, label, item) => {
  newest = { hash: "abcd1234", title: "Alps" };
  await show(search);
  expect(await idOf(label)).toBe(Object.values(item)[0]);
  check();
  await waitFor(() => expect(asked).toEqual([{ policy: OPEN_POLICY, ...item }]));
  expect(read).toEqual([]);
});

test("an id that has digits alone is read as a text, and what makes no sense is left out", () => {
  expect(readTestedItem({ video: 12_345_678, playlist: "" })).toEqual({ video: "12345678" });
  expect(readTestedItem({ video: { a: 1 }, page: 2 })).toEqual({});
});
