import { loopSchedule } from "@kinora/domain/live/stream-loop.ts";
import { showMomentsIn } from "@kinora/ui/moments.ts";
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import type { LoopEntry } from "./loop-fields.ts";
import { LoopRuler } from "./LoopRuler.tsx";

const now = Date.parse("2026-09-21T10:20:00Z");

const entry = (id: number, title: string, seconds: number): LoopEntry => ({
  video_id: id,
  hash: `v${id}`,
  title,
  image_url: null,
  duration_seconds: seconds,
  problem: null,
  missing: [],
  has_sound: true,
});

beforeEach(() => showMomentsIn("UTC"));
afterEach(() => showMomentsIn(null));

async function show(items: readonly LoopEntry[]) {
  const clock = { seconds: items.map((item) => item.duration_seconds ?? 0), sinceMs: now - 60_000, shuffle: false };
  const [playing] = loopSchedule(clock, { nowMs: now, untilMs: now + 1, most: 1 });
  if (!playing) throw new Error("This loop plays nothing.");
  const { container } = await renderPart(<LoopRuler items={items} clock={clock} nowMs={now} playing={playing} />);
  return { blocks: () => container.querySelectorAll("[data-tone]") };
}

const slider = () => screen.getByRole("slider", { name: "Schedule of the next 24 hours" });
const described = () => slider().getAttribute("aria-valuetext");

test("what plays now is marked, and arrow keys tell what comes next with its time and length", async () => {
  const { blocks } = await show([entry(1, "Opening", 7200), entry(2, "Harbour", 4800)]);
  expect(blocks()[0]?.getAttribute("data-tone")).toBe("playing");
  expect(blocks()[0]?.textContent).toBe("Opening");
  expect(described()).toMatch(/^Opening, Now, since Sep 21, 2026, .* · 2:00:00 long$/);
  fireEvent.keyDown(slider(), { key: "ArrowRight" });
  expect(described()).toMatch(/^Harbour, Sep 21, 2026, .* · 1:20:00 long$/);
  fireEvent.keyDown(slider(), { key: "ArrowRight" });
  expect(described()).toMatch(/^Opening, Sep/);
  fireEvent.keyDown(slider(), { key: "Home" });
  expect(described()).toMatch(/^Opening, Now/);
  fireEvent.keyDown(slider(), { key: "End" });
  expect(described()).toMatch(/Sep 22/);
});

test("a pointer over a block tells it for as long as it is there, a press keeps it", async () => {
  await show([entry(1, "Opening", 7200), entry(2, "Harbour", 4800)]);
  const drawing = slider().nextElementSibling;
  if (!drawing) throw new Error("Nothing is drawn.");
  fireEvent.pointerMove(drawing, { clientX: 140, pointerType: "mouse" });
  expect(described()).toMatch(/^Harbour/);
  fireEvent.pointerLeave(drawing);
  expect(described()).toMatch(/^Opening, Now/);
  fireEvent.pointerDown(drawing, { clientX: 140, pointerType: "touch" });
  fireEvent.pointerLeave(drawing);
  expect(described()).toMatch(/^Harbour/);
  fireEvent.click(screen.getByRole("button", { name: "Now" }));
  expect(described()).toMatch(/^Opening, Now/);
});

test("a loop of short videos is one shape in a day, and each of them in an hour", async () => {
  const { blocks } = await show([entry(1, "Jingle", 20), entry(2, "Advert", 25)]);
  expect(blocks().length).toBeGreaterThan(150);
  fireEvent.click(screen.getByRole("radio", { name: "24 h" }));
  expect(blocks()).toHaveLength(1);
  fireEvent.keyDown(slider(), { key: "PageDown" });
  expect(described()).toMatch(/^Many short videos, Sep 2\d, .* to Sep 2\d, /);
  fireEvent.click(screen.getByRole("radio", { name: "1 h" }));
  expect(described()).toMatch(/^(Jingle|Advert), Sep 22/);
  expect(blocks().length).toBeGreaterThan(150);
});

test("the programme is turned to later hours and back, never further than a day", async () => {
  await show([entry(1, "Opening", 7200), entry(2, "Harbour", 4800)]);
  fireEvent.click(screen.getByRole("radio", { name: "6 h" }));
  const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
  expect(button("Earlier").disabled).toBe(true);
  for (let turned = 0; turned < 3; turned += 1) fireEvent.click(button("Later"));
  expect(button("Later").disabled).toBe(true);
  expect(described()).toMatch(/Sep 22/);
  fireEvent.click(button("Now"));
  expect(button("Earlier").disabled).toBe(true);
  expect(described()).toMatch(/^Opening, Now/);
  // Keys take the view along.
  fireEvent.keyDown(slider(), { key: "End" });
  expect([button("Earlier").disabled, button("Later").disabled]).toEqual([false, true]);
  fireEvent.keyDown(slider(), { key: "Home" });
  expect([button("Earlier").disabled, button("Later").disabled]).toEqual([true, false]);
});
