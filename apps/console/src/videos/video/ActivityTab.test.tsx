import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { ActivityTab } from "./ActivityTab.tsx";

const at = (seconds: number) => `2026-06-01T10:00:${String(seconds).padStart(2, "0")}.000Z`;
const entry = (seconds: number, type: string, name: string, value: string) => ({
  ...{ cursor: `c${seconds}`, at: at(seconds), type, actor: null },
  facts: [{ name, value }],
});

beforeEach(signedIn);
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

test("what happened several times in a row is one line with its number", async () => {
  const ready = [6, 5, 4].map((seconds) => entry(seconds, "rendition.ready", "rendition_id", String(seconds)));
  const captions = [3, 2].map((seconds) => entry(seconds, "video.captions_added", "label", `Language ${seconds}`));
  vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
    Response.json({ data: [...ready, ...captions], more: false }),
  );
  await renderPart(<ActivityTab video={{ id: 7 }} />);
  expect(await screen.findByText("Rendition ready")).toBeTruthy();
  const lines = screen.getAllByRole("listitem").map((line) => line.querySelector("span")?.textContent);
  expect(lines).toEqual([
    "Rendition ready × 3 · Kinora",
    "Captions added · Kinora“Language 3”",
    "Captions added · Kinora“Language 2”",
  ]);
});
