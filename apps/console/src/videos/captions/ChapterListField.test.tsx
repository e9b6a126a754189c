import type { ChapterList } from "@kinora/domain/videos/chapter-list.ts";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { ChapterListField } from "./ChapterListField.tsx";

beforeEach(() => signedIn());

/** The field with a file chosen, and what was used. */
async function chosen(file: File) {
  const onUse = vi.fn<(list: ChapterList) => void>();
  await renderPart(<ChapterListField onUse={onUse} />);
  fireEvent.change(await screen.findByLabelText("File"), { target: { files: [file] } });
  return onUse;
}

const shown = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "List of chapters" }).value;
const use = () => fireEvent.click(screen.getByRole("button", { name: "Use this list" }));

test.each([
  ["chapters.txt", "0:00 Intro\n1:00 Main"],
  ["chapters.vtt", "WEBVTT\n\n00:00.000 --> 01:00.000\nIntro\n\n01:00.000 --> 02:00.000\nMain\n"],
  ["chapters.csv", "start;title\n0:00;Intro\n1:00;Main\n"],
])("%s becomes chapters once its text was shown", async (name, text) => {
  const onUse = await chosen(new File([text], name));
  await waitFor(() => expect(shown()).toBe(text));
  expect(onUse).not.toHaveBeenCalled();
  use();
  expect(onUse.mock.calls[0]?.[0].chapters).toEqual([
    { start_seconds: 0, title: "Intro" },
    { start_seconds: 60, title: "Main" },
  ]);
});

test("a file whose encoding is not certain is shown as it is read", async () => {
  const letters = Uint8Array.from("0:00 Fr\u00fchling\n1:00 \u00c9t\u00e9", (letter) => letter.charCodeAt(0));
  await chosen(new File([letters], "chapters.txt"));
  expect(await screen.findByRole("combobox", { name: "File encoding" })).toBeDefined();
  expect(shown()).toBe("0:00 Fr\u00fchling\n1:00 \u00c9t\u00e9");
});

test("a file without times says so, and one that is too large is not read", async () => {
  const onUse = await chosen(new File(["Intro\nMain"], "chapters.txt"));
  await waitFor(() => expect(shown()).toBe("Intro\nMain"));
  use();
  expect(screen.getByText("No line of this list has a time and a title.")).toBeDefined();
  fireEvent.change(screen.getByLabelText("File"), {
    target: { files: [new File(["0:00 A\n".repeat(40_000)], "b.txt")] },
  });
  expect(screen.getByText(/larger than 256 KB/)).toBeDefined();
  expect(onUse).not.toHaveBeenCalled();
});
