import { expect, test } from "vitest";
import { parseChannel } from "../realtime.ts";
import { embedCodes, isOnDomain } from "./embed.ts";

test("a title cannot break out of the embed code", () => {
  const { iframe } = embedCodes("https://edge.example", "abc", `"><script>alert(1)</script>`, { size: null });
  expect(iframe).not.toContain("<script>");
  expect(iframe).toContain("&quot;&gt;&lt;script&gt;");
});

// spec: 3.13
test("the three copy options point at the edge", () => {
  expect(embedCodes("https://edge.example", "abc", "T", { size: null })).toMatchObject({
    script: `<script async src="https://edge.example/embed.js" data-video="abc"></script>`,
    link: "https://edge.example/v/abc",
  });
});

test.each([
  ["transcoding_channel_7", { kind: "transcoding", id: 7 }],
  ["project_channel_12", { kind: "project", id: 12 }],
  ["transcoding_channel_", null],
  ["transcoding_channel_1 or 1=1", null],
  ["presence-everything", null],
])("the channel %s is understood for what it is", (name, channel) => {
  expect(parseChannel(name)).toEqual(channel);
});

test("options are in every code, as the embed page reads them", () => {
  const codes = embedCodes("https://edge.example", "abc", "T", {
    startSeconds: 12.44,
    autoplay: true,
    loop: true,
    size: null,
  });
  expect(codes.script).toContain('data-video="abc" data-start="12.4" data-autoplay="1" data-loop="1">');
  expect(codes.iframe).toContain('src="https://edge.example/embed/abc?start=12.4&amp;autoplay=1&amp;loop=1"');
  expect(codes.iframe).toContain("width:100%");
  expect(codes.link).toBe("https://edge.example/v/abc?start=12.4&autoplay=1&loop=1");
  expect(embedCodes("https://edge.example", "abc", "T", { size: { width: 320, height: 180 } }).script).toContain(
    'data-width="320" data-height="180"',
  );
});

test("a frame may copy and share links, and names its page where the site says nothing of it to others", () => {
  const { iframe } = embedCodes("https://edge.example", "abc", "T", { size: null });
  expect(iframe).toContain('allow="autoplay; clipboard-write; picture-in-picture; web-share"');
  expect(iframe).toContain('referrerpolicy="strict-origin-when-cross-origin"');
});

test("a chosen player is in every code", () => {
  const codes = embedCodes("https://edge.example", "abc", "T", { size: null, player: "p1" });
  expect(codes.script).toContain('data-video="abc" data-player="p1"');
  expect(codes.iframe).toContain("/embed/abc?player=p1");
  expect(codes.link).toBe("https://edge.example/v/abc?player=p1");
});

test.each([
  ["example.com", "example.com", true],
  ["www.example.com", "example.com", true],
  ["shop.example.com", "www.example.com", true],
  ["example.com", "https://Example.com/videos", true],
  ["localhost:5099", "localhost", true],
  ["localhost:5099", "localhost:5099", true],
  ["localhost:5098", "localhost:5099", false],
  ["notexample.com", "example.com", false],
  ["example.com.evil.test", "example.com", false],
  ["example.com", "", false],
  ["example.com", "not a domain", false],
])("a page of %s is on the domain %j: %s", (host, domain, is) => {
  expect(isOnDomain(host, domain)).toBe(is);
});
