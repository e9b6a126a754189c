import { expect, test } from "vitest";
import { adTagProblem, fillAdMacros, type AdMacroValues } from "./ad-macros.ts";

const values: AdMacroValues = {
  cachebuster: "123",
  page_url: "https://example.com/watch?a=1&b=2",
  content_id: "abc",
  video_title: "Rock & Röll {cachebuster}",
  duration: "600",
  consent: "",
  device: "mobile",
};

test.each([
  ["https://ads.example.com/?cb={cachebuster}", "https://ads.example.com/?cb=123"],
  [
    "https://ads.example.com/?u={page_url}&d={duration}",
    "https://ads.example.com/?u=https%3A%2F%2Fexample.com%2Fwatch%3Fa%3D1%26b%3D2&d=600",
  ],
  ["https://ads.example.com/?t={video_title}", "https://ads.example.com/?t=Rock%20%26%20R%C3%B6ll%20%7Bcachebuster%7D"],
  ["https://ads.example.com/?c={consent}&x={device}", "https://ads.example.com/?c=&x=mobile"],
  ["https://ads.example.com/?cb=[CACHEBUSTING]&id=[CONTENTID]", "https://ads.example.com/?cb=123&id=abc"],
  ["https://ads.example.com/?x={unknown}&y=[OTHER]", "https://ads.example.com/?x={unknown}&y=[OTHER]"],
])("%s is filled", (tag, filled) => {
  expect(fillAdMacros(tag, values)).toBe(filled);
});

test.each(["https://ads.example.com/vast.xml", "http://localhost:5000/demo/vast/linear.xml?cb={cachebuster}"])(
  "%s is a tag",
  (tag) => {
    expect(adTagProblem(tag)).toBeNull();
  },
);

test.each([
  ["", /http or https/],
  ["ads.example.com/vast", /http or https/],
  ["javascript:alert(1)", /http or https/],
  ["https://{video_title}.example.com/", /http or https/],
  ["https://ads.example.com/a b", /http or https/],
  ["https://me:secret@ads.example.com/", /user name/],
  ["https://ads.example.com/?x={titel}", /\{titel\} is not a macro/],
  [`https://ads.example.com/${"a".repeat(4_000)}`, /up to 4000 characters/],
])("%s is refused with a sentence", (tag, message) => {
  expect(adTagProblem(tag)).toMatch(message);
});
