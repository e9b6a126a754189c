import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { question } from "../../../platform/confirm.ts";
import { createStore } from "../../../platform/store.ts";
import { toasts } from "../../../platform/toasts.ts";
import type { VideoDetail } from "../../../platform/videos.ts";
import { answerFetch } from "../../../testing/answer-fetch.ts";
import { renderPart } from "../../../testing/render-page.tsx";
import { signedIn } from "../../../testing/signed-in.ts";
import { readVideoSearch } from "../../video/video-view.ts";
import type { Captions } from "../CaptionsDialog.tsx";
import { CaptionsEditor } from "./CaptionsEditor.tsx";

const FILE =
  "WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n<v Ada>Hello there\n\n00:00:04.000 --> 00:00:06.000\nSecond line\n";
const captions = { id: 9, language: "en", label: "English", kind: "captions", default: true } as Captions;
const video = { id: 7, playable: false, captions: [captions] } as Pick<VideoDetail, "id" | "captions"> as VideoDetail;

let stored: { file: string; version: number };
let sent: Record<string, unknown>[];
const position = createStore<{ seconds: number | null }>({ seconds: null });
const player = {
  frame: { current: null },
  position,
  play: vi.fn(),
  pause: vi.fn(),
  seek: vi.fn<(to: number) => void>(),
};

beforeEach(async () => {
  signedIn();
  vi.clearAllMocks();
  Element.prototype.scrollIntoView = () => undefined;
  stored = { file: FILE, version: 3 };
  sent = [];
  position.set({ seconds: null });
  answerFetch(async (request) => {
    if (request.url.endsWith("/versions"))
      return Response.json({
        data: [
          { version: 3, cues: 2, size_bytes: 90, saved_by: null, saved_at: "2026-11-01T10:00:00.000Z" },
          {
            ...{ version: 2, cues: 1, size_bytes: 60, saved_at: "2026-10-01T10:00:00.000Z" },
            saved_by: { id: 5, first_name: "Mara", last_name: "Voss" },
          },
        ],
      });
    if (request.url.endsWith("version=2"))
      return Response.json({ file_name: "English.en.vtt", version: 2, file: FILE.replace("Hello there", "Before") });
    if (request.method === "GET") return Response.json({ file_name: "English.en.vtt", ...stored });
    const body = (await request.json()) as { version?: number; file: string };
    sent.push(body);
    if (body.version !== undefined && body.version !== stored.version)
      return Response.json({ code: "changed_since", message: "Someone else changed this file." }, { status: 409 });
    stored = { file: body.file, version: stored.version + 1 };
    return Response.json({
      message: "Captions are saved.",
      data: { version: stored.version },
      skipped: { count: 0, lines: [] },
    });
  });
  await renderPart(
    <CaptionsEditor video={video} captions={captions} player={player} />,
    undefined,
    "/video/7?tab=media&captions_id=9",
    readVideoSearch,
    "/video/$videoId",
  );
  await screen.findByRole("textbox", { name: "Text" });
});

const text = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Text" });
const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const press = (key: object) => fireEvent.keyDown(document.body, key);
const click = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const type = (value: string) => fireEvent.change(text(), { target: { value } });
const rows = () => screen.getByRole("list", { name: "Captions" }).querySelectorAll(":scope > li").length;
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });

test("a caption is typed, undone, redone, and saved as the next version", async () => {
  expect([text().value, screen.getByRole<HTMLInputElement>("combobox", { name: "Speaker" }).value]).toEqual([
    "Hello there",
    "Ada",
  ]);
  expect(save().disabled).toBe(true);
  type("Good morning");
  type("Good morning & welcome");
  click("Undo");
  expect(text().value).toBe("Hello there");
  press({ code: "KeyZ", ctrlKey: true, shiftKey: true });
  expect(text().value).toBe("Good morning & welcome");
  press({ code: "KeyS", ctrlKey: true });
  await waitFor(() => expect(save().disabled).toBe(true));
  expect(sent).toMatchObject([
    { version: 3, label: "English", file: FILE.replace("Hello there", "Good morning & welcome") },
  ]);
  type("Once more");
  fireEvent.click(save());
  await waitFor(() => expect(sent[1]).toMatchObject({ version: 4 }));
});

test("what someone else saved since is loaded again, or replaced", async () => {
  type("Mine");
  stored = { file: FILE.replace("Hello there", "Theirs"), version: 5 };
  fireEvent.click(save());
  await waitFor(() => expect(question.get().asked?.instead).toBeDefined());
  question.get().asked?.instead?.act();
  question.get().answer(false);
  await waitFor(() => expect(text().value).toBe("Theirs"));
  type("Mine again");
  fireEvent.click(save());
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ version: 5 }));
});

test("keys divide, join and move among captions, and the player goes there", () => {
  text().setSelectionRange(5, 5);
  press({ code: "Enter", ctrlKey: true });
  expect([rows(), text().value]).toEqual([3, "Hello"]);
  press({ code: "ArrowDown", altKey: true });
  expect([text().value, player.seek.mock.lastCall]).toEqual(["there", [2]]);
  press({ code: "ArrowUp", altKey: true });
  press({ code: "KeyM", altKey: true });
  expect([rows(), text().value]).toEqual([2, "Hello\nthere"]);
  press({ code: "KeyP", altKey: true });
  expect(player.play).toHaveBeenCalledOnce();
});

test("times are typed or taken from the player, and wrong ones keep the captions from being saved", () => {
  fireEvent.change(field("Start"), { target: { value: "soon" } });
  expect(screen.getByText("Enter a time such as 1:02.5.")).toBeDefined();
  fireEvent.change(field("Start"), { target: { value: "0:01.5" } });
  fireEvent.keyDown(field("Start"), { key: "Enter" });
  expect(field("Start").value).toBe("0:01.500");
  position.set({ seconds: 2.4 });
  click("End at the player's time");
  expect(field("End").value).toBe("0:02.400");
  position.set({ seconds: 0.5 });
  press({ code: "KeyO", altKey: true });
  expect(screen.getByText("Its end is before its start.")).toBeDefined();
  fireEvent.click(save());
  expect(toasts.get().shown.at(-1)?.message).toBe("A caption has to end after its start.");
  expect(sent).toEqual([]);
});

test("all captions are moved, and words replaced", () => {
  click("Move times");
  fireEvent.change(field("Seconds"), { target: { value: "-0,5" } });
  click("Move");
  expect([field("Start").value, field("End").value]).toEqual(["0:00.500", "0:02.500"]);
  click("Find and replace");
  fireEvent.change(field("Find"), { target: { value: "LINE" } });
  expect(screen.getByText("1 caption found")).toBeDefined();
  fireEvent.change(field("Replace with"), { target: { value: "part" } });
  click("Replace all");
  expect(screen.getByText("1 place replaced")).toBeDefined();
  expect(screen.getByRole("button", { name: /Second part/ })).toBeDefined();
});

test("captions are added at the player's time, and removed", () => {
  position.set({ seconds: 10 });
  click("Add caption");
  expect([rows(), text().value, field("Start").value]).toEqual([3, "", "0:10.000"]);
  expect(screen.getByText("Without words, it is left out.")).toBeDefined();
  click("Delete");
  expect([rows(), text().value]).toEqual([2, "Second line"]);
});

test("a version before is loaded as one step, and saved as the next one", async () => {
  click("Versions");
  expect(await screen.findByText(/Mara Voss · 1 caption/)).toBeDefined();
  click("Load version 2");
  await waitFor(() => expect(text().value).toBe("Before"));
  click("Undo");
  expect(text().value).toBe("Hello there");
  click("Redo");
  fireEvent.click(save());
  await waitFor(() => expect(sent).toMatchObject([{ version: 3, file: FILE.replace("Hello there", "Before") }]));
});

test("what is hard to read is said, and the next of it is found", () => {
  expect(screen.queryByRole("button", { name: "Next warning" })).toBeNull();
  type(`${"x".repeat(43)}`);
  expect(screen.getByText("More than 20 characters a second are hard to read.")).toBeDefined();
  expect(screen.getByText("A line has more than 42 characters.")).toBeDefined();
  expect(screen.getByText("1 caption with a warning")).toBeDefined();
  click(/Second line/);
  click("Next warning");
  expect(text().value).toHaveLength(43);
});
