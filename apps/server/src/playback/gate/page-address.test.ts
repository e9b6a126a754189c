import { expect, test } from "vitest";
import { RequestingPages } from "../requesting-page.ts";
import { withoutFinalDots, withoutQuery } from "./page-address.ts";

test.each([
  ["https://Example.com/watch?v=1#top", "https://example.com/watch"],
  ["https://example.com./watch", "https://example.com/watch"],
  ["http://example.com..:8080/a.b.", "http://example.com:8080/a.b."],
  ["about:srcdoc", "about:srcdoc"],
  [null, null],
])("the page %s is counted as %s", (page, counted) => expect(withoutQuery(page)).toBe(counted));

test.each([
  ["https://WWW.Example.com:443/", "www.example.com"],
  ["https://example.com.:8443/a", "example.com:8443"],
  ["https://play.example.com/embed/abcd?page=Example.com.", "example.com"],
  ["nonsense", ""],
])("media requested by %s is counted for %s", (referer, host) => {
  expect(new RequestingPages("https://play.example.com").of(referer).host).toBe(host);
});

test("dots within a host are read once, however many there are", () => {
  const began = performance.now();
  expect(withoutFinalDots(`${".".repeat(500_000)}a.:80`)).toBe(`${".".repeat(500_000)}a:80`);
  expect(performance.now() - began).toBeLessThan(1_000);
});
