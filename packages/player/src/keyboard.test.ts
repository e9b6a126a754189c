// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import { listenToKeys } from "./keyboard.ts";

let stop: () => void = () => undefined;
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

function aPlayer() {
  const video = document.createElement("video");
  const controller = document.createElement("div");
  document.body.append(controller);
  stop = listenToKeys(controller, { video, seek: (seconds) => (video.currentTime = Math.max(0, seconds)) });
  return { video, controller };
}
const press = (key: string, on: Element = document.body, more: KeyboardEventInit = {}) =>
  on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true, ...more }));

test("keys pressed in quick succession add up, whatever the video said last", () => {
  const { video } = aPlayer();
  video.currentTime = 6;
  for (const key of ["ArrowRight", "l", "ArrowRight"]) press(key);
  expect(video.currentTime).toBe(21);
  for (const key of ["j", "ArrowLeft"]) press(key);
  expect(video.currentTime).toBe(11);
  for (let times = 0; times < 4; times += 1) press("ArrowLeft");
  expect(video.currentTime).toBe(0);
});

test("a slider or menu keeps the arrows for itself, a text field every key", () => {
  const { video, controller } = aPlayer();
  const slider = Object.assign(document.createElement("div"), { keysUsed: ["ArrowLeft", "ArrowRight"] });
  const field = document.createElement("input");
  controller.append(slider, field);
  press("ArrowRight", slider);
  press("l", field);
  expect(video.currentTime).toBe(0);
  press("l", slider);
  expect(video.currentTime).toBe(5);
});

test("letters count with Caps Lock and on keyboards of other scripts, and not beside Shift or while text is composed", () => {
  const { video, controller } = aPlayer();
  const got: string[] = [];
  controller.addEventListener("keydown", ({ key }) => got.push(key));
  controller.addEventListener("keyup", ({ key }) => got.push(`${key} up`));
  press("L");
  press("\u0434", document.body, { code: "KeyL" });
  expect(video.currentTime).toBe(10);
  press("K");
  press("\u3141", document.body, { code: "KeyA" });
  press("\u03bc", document.body, { code: "KeyM" });
  press("F", document.body, { shiftKey: true });
  press("k", document.body, { isComposing: true });
  press("M", document.body, { repeat: true });
  expect(got).toEqual(["k", "k up", "m", "m up"]);
});

test("a capital reaches the player's controls where they have the focus, too", () => {
  const { controller } = aPlayer();
  const button = document.createElement("button");
  controller.append(button);
  const got: string[] = [];
  controller.addEventListener("keydown", ({ key }) => got.push(key));
  press("M", button);
  press("m", button);
  expect(got).toEqual(["M", "m", "m"]);
});
