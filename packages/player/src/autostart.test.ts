// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { startWhenVisible } from "./autostart.ts";

type Seen = Partial<IntersectionObserverEntry>;
let tell: (seen: Seen) => void;
let thresholds: number[];

vi.stubGlobal(
  "IntersectionObserver",
  class {
    constructor(call: (entries: Seen[]) => void, { threshold }: { threshold: number[] }) {
      tell = (seen) => call([seen]);
      thresholds = threshold;
    }
    observe(): void {}
    disconnect(): void {}
  },
);
vi.stubGlobal("screen", { availHeight: 400 });
afterEach(() => vi.clearAllMocks());

const start = vi.fn<() => void>();
const rect = (height: number) => ({ height }) as DOMRectReadOnly;

test.each([
  ["half of it", { intersectionRatio: 0.5, intersectionRect: rect(90), rootBounds: rect(800) }, true],
  ["less", { intersectionRatio: 0.4, intersectionRect: rect(72), rootBounds: rect(800) }, false],
  [
    "a fifth that fills the window",
    { intersectionRatio: 0.2, intersectionRect: rect(300), rootBounds: rect(300) },
    true,
  ],
  [
    "a fifth that fills the screen, in a frame",
    { intersectionRatio: 0.2, intersectionRect: rect(300), rootBounds: null },
    true,
  ],
  ["a strip of it in a frame", { intersectionRatio: 0.1, intersectionRect: rect(150), rootBounds: null }, false],
])("a player of which %s is seen begins: %s", (_, seen, begins) => {
  startWhenVisible(document.createElement("div"), start);
  tell(seen);
  expect(start).toHaveBeenCalledTimes(begins ? 1 : 0);
  // Small changes of a tall player are reported, too.
  expect(thresholds.filter((share) => share > 0 && share < 0.5).length).toBeGreaterThan(5);
});
