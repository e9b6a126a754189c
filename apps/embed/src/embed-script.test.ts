// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { frameOf, insertFrame } from "./embed-frame.ts";
import { findTags } from "./embed-tags.ts";

const TAG = '<script type="module" src="https://play.example.com/embed.js" data-video="abcd"></script>';
let warned: string[];

beforeEach(() => {
  document.head.innerHTML = "";
  document.body.innerHTML = "";
  warned = [];
  vi.spyOn(console, "warn").mockImplementation((words: string) => void warned.push(words));
});

const run = () => findTags(document).forEach((tag) => insertFrame(tag, frameOf(tag)));
const frames = (root: ParentNode = document) => Array.from(root.querySelectorAll("iframe"), ({ src }) => src);

test("a script that does not know its own tag makes a frame before each tag, once", () => {
  document.body.innerHTML = `<p>One</p>${TAG}<p>Two</p>${TAG.replace("abcd", "efgh")}<script src="/other.js" data-video="x"></script>`;
  run();
  run();
  expect(frames()).toEqual(["https://play.example.com/embed/abcd", "https://play.example.com/embed/efgh"]);
  expect(document.querySelector("p + iframe + script")).not.toBeNull();
  expect(warned).toEqual([]);
});

test.each([" abcd ", "https://play.example.com/v/abcd", "https://play.example.com/embed/abcd/?x=1"])(
  "a tag whose video is %j embeds that video",
  (video) => {
    document.body.innerHTML = TAG.replace("abcd", video);
    run();
    expect(frames()).toEqual(["https://play.example.com/embed/abcd"]);
  },
);

test("in a shadow tree the frame is put into that tree", () => {
  document.body.innerHTML = "<div></div>";
  const root = document.querySelector("div")?.attachShadow({ mode: "open" }) ?? expect.unreachable();
  root.innerHTML = `<section><div></div></section>${TAG}`;
  const inner = root.querySelector("div")?.attachShadow({ mode: "open" }) ?? expect.unreachable();
  inner.innerHTML = TAG.replace("abcd", "efgh");
  run();
  expect(frames(root)).toEqual(["https://play.example.com/embed/abcd"]);
  expect(frames(inner)).toEqual(["https://play.example.com/embed/efgh"]);
});

test("of a script in the head the frame stands at the end of the body, with a word to the page's author", () => {
  document.head.innerHTML = TAG;
  document.body.innerHTML = "<p>Text</p>";
  run();
  expect(frames(document.head)).toEqual([]);
  expect(document.querySelector("body > p + iframe")).not.toBeNull();
  expect(warned).toEqual([expect.stringContaining("stands in the head")]);
});

test("where no tag is found the console says why nothing is shown", () => {
  const root = document.body.appendChild(document.createElement("div")).attachShadow({ mode: "closed" });
  root.innerHTML = TAG;
  run();
  expect(warned).toEqual([expect.stringContaining("closed shadow tree")]);
});
