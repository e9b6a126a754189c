import { expect, test } from "vitest";
import { needsInitInSegments, withInitInSegments } from "./init-in-segments.ts";

test.each([
  ["VLC/3.0.23 LibVLC/3.0.23", true],
  ["VLC/3.0.18 LibVLC/3.0.18", true],
  ["VLC/4.0.0 LibVLC/4.0.0", false],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36", false],
  [undefined, false],
])("the player %s needs initialization segments in segments: %s", (agent, needs) => {
  expect(needsInitInSegments({ headers: { "user-agent": agent } })).toBe(needs);
});

test("each first segment that can be read after a discontinuity names the initialization segment it is decoded with", () => {
  const playlist = (names: string[]) => `#EXTM3U
#EXT-X-MAP:URI="init-1.mp4"
#EXTINF:2,
${names[0]}
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="../360p/slate-0123456789.mp4"
#EXT-X-GAP
#EXTINF:2,
${names[1]}
#EXTINF:2,
${names[2]}
#EXTINF:2,
${names[3]}
#EXT-X-DISCONTINUITY
#EXTINF:2,
${names[4]}
#EXT-X-PART:DURATION=0.5,URI="9.0.m4s"
#EXT-X-ENDLIST
`;
  const names = ["1.m4s", "2.m4s", "3.m4s", "4.m4s", "5.m4s"];
  const init = "?init=360p/slate-0123456789.mp4";
  expect(withInitInSegments(playlist(names), "720p/index.m3u8")).toBe(
    playlist(["1.m4s", "2.m4s", `3.m4s${init}`, "4.m4s", `5.m4s${init}`]),
  );
});
