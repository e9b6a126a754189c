import type { VideoAds } from "@kinora/domain/ads/ad-settings.ts";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { createRef } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { createStore } from "../../platform/store.ts";
import { SettingsArea } from "../../shell/forms/SettingsArea.tsx";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aVideo } from "../../testing/videos.ts";
import { AdsPanel } from "./AdsPanel.tsx";

let stored: VideoAds & { schedule_id: number | null };
let schedules: { id: number; name: string; mode: string }[];
let sent: unknown[];
const seek = vi.fn<(seconds: number) => void>();

beforeEach(() => {
  signedIn();
  stored = { use: "project", tag: "", cue_points: [], schedule_id: null };
  schedules = [];
  sent = [];
  seek.mockReset();
  answerFetch(async (request) => {
    const answer = (body: object, status = 200) => Response.json(body, { status });
    if (request.method !== "PUT") return answer({ data: { ...stored, ...project() } });
    const body = (await request.json()) as typeof stored;
    sent.push(body);
    if (body.use === "own" && body.tag === "")
      return answer({ message: "Check the fields.", code: "invalid", errors: { tag: ["Enter an ad tag URL."] } }, 422);
    stored = body;
    return answer({ message: "Ads are saved.", data: { ...stored, ...project() } });
  });
});

const project = () => ({ project_mode: "single", project_schedule: "Default", schedules });
const show = () =>
  renderPart(
    <SettingsArea>
      <AdsPanel
        video={aVideo({ duration_seconds: 90 })}
        player={{
          frame: createRef(),
          position: createStore<{ seconds: number | null }>({ seconds: 42.5 }),
          play: vi.fn(),
          pause: vi.fn(),
          seek,
        }}
      />
    </SettingsArea>,
    new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  );
const choose = async (name: string) => fireEvent.click(await screen.findByRole("radio", { name }));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("the project's ads are what a video has, and what they are is said", async () => {
  await show();
  expect(await screen.findByText(/The project plays an ad before each video/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Ads settings" }).getAttribute("href")).toBe("/settings/ads");
});

test("cue points are typed or taken from the player, in order, and saved with the tag", async () => {
  await show();
  await choose("Own tag");
  fireEvent.change(screen.getByRole("textbox", { name: /^Ad tag/ }), { target: { value: "https://ads.test/vast" } });
  press("Add at 0:42.5");
  fireEvent.change(screen.getByRole("textbox", { name: "Time of a new cue point" }), { target: { value: "0:10" } });
  press("Add");
  press("0:42.5");
  expect(seek).toHaveBeenCalledWith(42.5);
  press("Save changes");
  await waitFor(() =>
    expect(sent).toEqual([{ use: "own", tag: "https://ads.test/vast", cue_points: [10, 42.5], schedule_id: null }]),
  );
});

test("a time after the video's end is not added, and an own tag that is missing is said at its field", async () => {
  await show();
  await choose("Own tag");
  const time = screen.getByRole("textbox", { name: "Time of a new cue point" });
  fireEvent.change(time, { target: { value: "2:00" } });
  fireEvent.keyDown(time, { key: "Enter" });
  expect(screen.getByText("Enter a time such as 0:30, up to 1:30.0.")).toBeTruthy();
  press("Save changes");
  expect(await screen.findByText("Enter an ad tag URL.")).toBeTruthy();
});

test("another schedule of the project is chosen, and given up for the usual one", async () => {
  schedules = [
    { id: 1, name: "Default", mode: "single" },
    { id: 2, name: "Sponsors", mode: "off" },
  ];
  await show();
  fireEvent.click(await screen.findByRole("combobox", { name: "Schedule" }));
  fireEvent.click(await screen.findByRole("option", { name: "Sponsors" }));
  expect(await screen.findByText(/This schedule has no ads/)).toBeTruthy();
  press("Save changes");
  await waitFor(() => expect(sent).toEqual([{ use: "project", tag: "", cue_points: [], schedule_id: 2 }]));
});
