// @vitest-environment jsdom
import { expect, test } from "vitest";
import { showChosenSpeed } from "./chosen-speed.ts";

test("the settings show the speed that the viewer chose while a livestream catches up", async () => {
  const root = document.createElement("div");
  root.innerHTML = "<media-playback-rate-menu></media-playback-rate-menu>";
  const [menu] = root.children;
  let catchesUp = true;
  const stop = showChosenSpeed(root, () => catchesUp);
  const shown = async (rate: string) => {
    menu?.setAttribute("mediaplaybackrate", rate);
    // Observers are called before the next task.
    await Promise.resolve();
    return menu?.getAttribute("mediaplaybackrate");
  };
  expect(await shown("1.1")).toBe("1");
  catchesUp = false;
  expect(await shown("1.5")).toBe("1.5");
  catchesUp = true;
  stop();
  expect(await shown("1.1")).toBe("1.1");
});
