import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { VideoDetail } from "../../platform/videos.ts";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { CaptionsDialog } from "./CaptionsDialog.tsx";

let sent: Record<string, unknown>[];
let afterEnd: number;
let skipped: { count: number; lines: { line: number; message: string }[] };

beforeEach(() => {
  signedIn();
  sent = [];
  afterEnd = 0;
  skipped = { count: 0, lines: [] };
  answerFetch(async (request) => {
    if (request.method === "POST") sent.push((await request.json()) as Record<string, unknown>);
    const answer = { message: "Captions are saved.", data: { cues: 3 }, after_end: afterEnd, skipped };
    return Response.json(answer, { status: 201 });
  });
});

/** The dialog with a file chosen, and whether it was closed. */
async function chosen(file: File) {
  const onClose = vi.fn<() => void>();
  const video = { id: 7, language: null } as Pick<VideoDetail, "id" | "language"> as VideoDetail;
  await renderPart(<CaptionsDialog video={video} captions={null} onClose={onClose} />);
  fireEvent.change(await screen.findByLabelText("File"), { target: { files: [file] } });
  return onClose;
}

const bytes = (text: string) => Uint8Array.from(Array.from(text), (letter) => letter.charCodeAt(0));
const CUE = "1\n00:00:00,500 --> 00:00:01,500\nFr\u00fchling f\u00fcr \u00c9lodie\n";

test("captions of an uncertain encoding are shown before they are stored", async () => {
  const onClose = await chosen(new File([bytes(CUE)], "film.deu.srt"));
  expect(await screen.findByRole("combobox", { name: "File encoding" })).toBeDefined();
  expect(screen.getByRole("list", { name: "Lines of the file" }).textContent).toBe(
    "Fr\u00fchling f\u00fcr \u00c9lodie",
  );
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent).toMatchObject([{ language: "de", label: "German", file: CUE }]);
});

test("what could not be read of captions is named", async () => {
  skipped = { count: 2, lines: [{ line: 5, message: "This number belongs to no caption." }] };
  const onClose = await chosen(new File([CUE], "film.srt"));
  await waitFor(() => expect(screen.queryByRole("combobox", { name: "File encoding" })).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Line 5: This number belongs to no caption.")).toBeDefined();
  expect(screen.getByText("And one more.")).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getAllByRole("button", { name: "Close" }).at(-1) ?? expect.unreachable());
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  [3, /^All captions start after the end of the video/],
  [1, /^One caption starts after the end of the video/],
])("captions that begin after the end of the video are named: %i of 3", async (count, text) => {
  afterEnd = count;
  const onClose = await chosen(new File([CUE], "film.srt"));
  await waitFor(() => {
    if (sent.length === 0) fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(sent).toHaveLength(1);
  });
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.queryByRole("list", { name: "Parts left out" })).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});
