import { expect, test } from "vitest";
import { publishedUrl, publishedUrlProblem } from "./published-url.ts";

const video = { hash: "8f3a21", id: 7, reference_id: null };
const share = "https://play.example.com/v/8f3a21";

test.each([
  ["https://example.com/watch/{hash}", "https://example.com/watch/8f3a21"],
  ["https://example.com/?v={id}", "https://example.com/?v=7"],
  ["https://example.com/{reference_id}", share],
  [null, share],
])("the pattern %s leads to %s", (pattern, address) => {
  expect(publishedUrl(pattern, video, share)).toBe(address);
});

test("what people wrote into a reference id stays in its place", () => {
  const odd = { ...video, reference_id: "a/b?c" };
  expect(publishedUrl("https://example.com/{reference_id}", odd, share)).toBe("https://example.com/a%2Fb%3Fc");
});

test.each([
  "https://example.com/watch",
  "example.com/{hash}",
  "javascript:alert({id})",
  "https://{hash}.example.com/",
  "https://example.com/{title}",
])("the pattern %s is refused", (pattern) => {
  expect(publishedUrlProblem(pattern)).toMatch(/\.$/);
});

test("a pattern of a web address with a part of the video is good", () => {
  expect(publishedUrlProblem("http://localhost:8080/v/{hash}?ref={reference_id}")).toBeNull();
});
