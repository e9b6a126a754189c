// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { latencyWords, showLatency } from "./latency-line.ts";

test("latency is said in seconds", () => {
  expect([null, 0.84, 9.96, 75.4].map(latencyWords)).toEqual([
    "Measuring latency…",
    "0.8 s behind live",
    "10.0 s behind live",
    "75 s behind live",
  ]);
});

test("the line is there while it is wanted, and follows", async () => {
  const root = document.createElement("div");
  root.innerHTML = `<div class="kinora-latency-item"></div><div class="kinora-latency" hidden></div>`;
  const [item, line] = root.children;
  let seconds = 0.7;
  const stop = showLatency(root, () => seconds);
  expect(line?.hasAttribute("hidden")).toBe(true);
  item?.setAttribute("aria-checked", "true");
  await vi.waitFor(() => expect(line?.hasAttribute("hidden")).toBe(false));
  expect(line?.textContent).toBe("0.7 s behind live");
  seconds = 1.2;
  await vi.waitFor(() => expect(line?.textContent).toBe("1.2 s behind live"));
  item?.setAttribute("aria-checked", "false");
  await vi.waitFor(() => expect(line?.hasAttribute("hidden")).toBe(true));
  stop();
  item?.setAttribute("aria-checked", "true");
  const again = showLatency(root, () => seconds);
  expect(line?.hasAttribute("hidden")).toBe(false);
  again();
});
