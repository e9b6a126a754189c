import { expect, test } from "vitest";
import { embedCodes } from "./embed.ts";
import { parseChannel } from "./realtime.ts";

test("a title can not break out of the embed code", () => {
  const { iframe } = embedCodes("https://edge.example", "abc", `"><script>alert(1)</script>`);
  expect(iframe).not.toContain("<script>");
  expect(iframe).toContain("&quot;&gt;&lt;script&gt;");
});

test("the three copy options point at the edge", () => {
  expect(embedCodes("https://edge.example", "abc", "T")).toMatchObject({
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
