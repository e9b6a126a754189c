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
const press = (key: string, on: Element = document.body) =>
  on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true }));

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
