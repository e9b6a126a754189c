import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { offerTranscript, type OfferedTranscript } from "./transcript-button.ts";

const FILES: Record<string, string> = {
  "/en.vtt":
    "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Ada>Hello there\n\n00:00:03.000 --> 00:00:04.000\nGoodbye &amp; thanks\n",
  "/de.vtt": "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHallo\n",
};
const tracks = [
  { language: "en", label: "English", file: "/en.vtt" },
  { language: "de", label: "German", file: "/de.vtt" },
];

let root: HTMLElement;
let video: HTMLVideoElement;
let offered: OfferedTranscript;
let isDown: boolean;
const seek = vi.fn<(seconds: number) => void>();
const play = vi.fn<() => Promise<void>>(() => Promise.resolve());

beforeEach(() => {
  isDown = false;
  vi.spyOn(globalThis, "fetch").mockImplementation((file) =>
    Promise.resolve(
      isDown ? new Response("", { status: 503 }) : new Response(typeof file === "string" ? FILES[file] : ""),
    ),
  );
  root = document.createElement("div");
  video = document.createElement("video");
  const button = document.createElement("button");
  button.className = "kinora-transcript-button";
  button.setAttribute("aria-label", "Transcript");
  root.append(video, button);
  document.body.replaceChildren(root);
  offered = offerTranscript({ root, video, seek, play }, tracks);
});
afterEach(() => {
  offered.stop();
  seek.mockClear();
});

const button = () => screen.getByRole("button", { name: "Transcript" });
const lines = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);
async function open() {
  fireEvent.click(button());
  await screen.findByText("Goodbye & thanks");
  return within(screen.getByRole("region", { name: "Transcript" }));
}
const at = (seconds: number) => {
  Object.defineProperty(video, "currentTime", { value: seconds, configurable: true });
  fireEvent(video, new Event("timeupdate"));
};

test("a transcript opens at its button, follows playback, and a line is a place to go to", async () => {
  expect(fetch).not.toHaveBeenCalled();
  const panel = await open();
  expect(button().getAttribute("aria-expanded")).toBe("true");
  expect(lines()).toEqual(["0:01AdaHello there", "0:03Goodbye & thanks"]);
  at(3.5);
  expect(root.querySelector("[aria-current]")?.textContent).toBe("0:03Goodbye & thanks");
  fireEvent.click(panel.getByRole("button", { name: "0:01 Ada: Hello there" }));
  expect(seek).toHaveBeenCalledWith(1);
  expect(play).toHaveBeenCalled();
  fireEvent.click(panel.getByRole("button", { name: "Close transcript" }));
  expect(screen.queryByRole("region")).toBeNull();
  expect(document.activeElement).toBe(button());
});

test("a search shows the lines that hold it, and copying takes these with their times", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  vi.stubGlobal("navigator", { languages: ["en"], clipboard: { writeText } });
  const panel = await open();
  fireEvent.input(panel.getByRole("searchbox"), { target: { value: "THANKS" } });
  expect(panel.getByRole("status").textContent).toBe("1 place found.");
  expect(panel.getAllByRole("listitem")).toHaveLength(1);
  expect(root.querySelector("mark")?.textContent).toBe("thanks");
  fireEvent.click(panel.getByRole("button", { name: "Copy" }));
  expect(await panel.findByText("Transcript copied.")).toBeDefined();
  expect(writeText).toHaveBeenCalledWith("[0:03] Goodbye & thanks");
  vi.unstubAllGlobals();
});

test("arrows move among the lines, of which one is in the order of the Tab key", async () => {
  const panel = await open();
  const [first, second] = panel.getAllByRole("listitem").map((line) => within(line).getByRole("button"));
  expect([first?.tabIndex, second?.tabIndex]).toEqual([0, -1]);
  fireEvent.keyDown(first ?? root, { key: "ArrowDown" });
  expect(document.activeElement).toBe(second);
  expect([first?.tabIndex, second?.tabIndex]).toEqual([-1, 0]);
  expect(panel.getByRole("button", { name: "Follow playback" })).toBeDefined();
});

test("who scrolls reads elsewhere until following is asked for again", async () => {
  const panel = await open();
  expect(panel.queryByRole("button", { name: "Follow playback" })).toBeNull();
  fireEvent.wheel(panel.getByRole("list"));
  fireEvent.click(panel.getByRole("button", { name: "Follow playback" }));
  expect(panel.queryByRole("button", { name: "Follow playback" })).toBeNull();
});

test("another language is read when it is chosen", async () => {
  const panel = await open();
  const select = panel.getByRole<HTMLSelectElement>("combobox");
  select.selectedIndex = 1;
  fireEvent.change(select);
  await screen.findByText("Hallo");
  expect(panel.getByRole("list").lang).toBe("de");
});

test("captions that cannot be read are asked for again", async () => {
  isDown = true;
  fireEvent.click(button());
  const again = await screen.findByRole("button", { name: "Try again" });
  isDown = false;
  fireEvent.click(again);
  expect(await screen.findByText("Goodbye & thanks")).toBeDefined();
});

test("the next item has its own transcript, and one without captions has no button", async () => {
  await open();
  offered.change(tracks.slice(1));
  await screen.findByText("Hallo");
  offered.change([]);
  await waitFor(() => expect(screen.queryByRole("region")).toBeNull());
  expect(root.querySelector<HTMLElement>(".kinora-transcript-button")?.hidden).toBe(true);
});
