import { expect, test } from "vitest";
import { USUAL_FRAME, type PlayerFrame } from "../players/frame.ts";
import { playlistEmbedCodes, playlistSize } from "./playlist-codes.ts";
import type { PlaylistLayout } from "./playlists.ts";

const SMALL = { fixed_size: true, frame_width: 320, frame_height: 240 };

test.each([
  ["side", {}, { width: 960, height: 360 }],
  ["bottom", {}, { width: 640, height: 600 }],
  ["grid", {}, { width: 640, height: 720 }],
  ["hidden", {}, { width: 640, height: 360 }],
  ["side", { aspect: "auto" }, { width: 960, height: 360 }],
  ["side", { aspect: "9:16" }, { width: 680, height: 640 }],
  ["bottom", { aspect: "4:3" }, { width: 640, height: 720 }],
  ["hidden", { aspect: "1:1" }, { width: 640, height: 640 }],
  ["grid", SMALL, { width: 320, height: 600 }],
  ["side", SMALL, { width: 640, height: 240 }],
] as [PlaylistLayout, Partial<PlayerFrame>, { width: number; height: number }][])(
  "a playlist whose list is %s has room for it and a player with %j",
  (layout, change, size) => {
    const frame = { ...USUAL_FRAME, ...change };
    expect(playlistSize(layout, frame)).toEqual(size);
    const codes = playlistEmbedCodes(
      "https://edge.example",
      { hash: "abc", name: "T", layout },
      { frame, player: "p1" },
    );
    expect(codes.iframe).toContain(`player=p1" title="T" width="${size.width}" height="${size.height}"`);
    expect(codes.script).toContain(`data-width="${size.width}" data-height="${size.height}"`);
  },
);
