import { createDecipheriv } from "node:crypto";
import HLS from "hls-parser";
import { expect, test } from "vitest";
import { encryptedMaster, encryptFile, liveKey, withSegmentVectors } from "./live-encryption.ts";

const PLAYLIST = [
  "#EXTM3U",
  "#EXT-X-VERSION:8",
  "#EXT-X-TARGETDURATION:2",
  "#EXT-X-MEDIA-SEQUENCE:7",
  '#EXT-X-MAP:URI="init-1.mp4"',
  "#EXTINF:2.00000,",
  "7.m4s",
  "#EXTINF:2.00000,",
  "8.m4s",
  "#EXT-X-DISCONTINUITY",
  '#EXT-X-MAP:URI="../90p/slate-0123456789.mp4"',
  "#EXTINF:2.00000,",
  "../90p/slate-0123456789-0-900000.m4s",
  "",
].join("\n");

test("each segment has a vector of its own, with which the stream's key decrypts it", () => {
  const text = withSegmentVectors(PLAYLIST, "video/360p/whole.m3u8");
  const playlist = HLS.parse(text);
  if (playlist.isMasterPlaylist) throw new Error("A media playlist was expected.");
  const key = liveKey("secret", 7);
  const vectors = playlist.segments.map((segment) => {
    expect([segment.key?.method, segment.key?.uri]).toEqual(["AES-128", "../../key"]);
    const vector = Buffer.from(new Uint8Array(segment.key?.iv ?? new ArrayBuffer(0)));
    const name = new URL(segment.uri, "http://stream/video/360p/whole.m3u8").pathname.slice(1);
    const decipher = createDecipheriv("aes-128-cbc", key, vector);
    const clear = Buffer.concat([decipher.update(encryptFile(key, name, Buffer.from("moof"))), decipher.final()]);
    expect(clear.toString()).toBe("moof");
    return vector.toString("hex");
  });
  expect(new Set(vectors).size).toBe(3);
  // The same segment in another playlist has the same one.
  expect(withSegmentVectors(PLAYLIST.replaceAll("../90p/", ""), "video/90p/whole.m3u8")).toContain(vectors[2]);
  expect(text.match(/#EXT-X-KEY:METHOD=NONE\n#EXT-X-MAP/g)).toHaveLength(2);
});

test("streams have different keys", () => {
  expect(liveKey("secret", 7)).toHaveLength(16);
  expect(liveKey("secret", 7)).not.toEqual(liveKey("secret", 8));
  expect(liveKey("secret", 7)).not.toEqual(liveKey("other", 7));
});

test("the master playlist lists encrypted playlists of pictures and sounds, and captions as they are", () => {
  const master = [
    "#EXTM3U",
    '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="English",URI="captions/index.m3u8"',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Audio",URI="audio/360p/whole.m3u8"',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Audio 2",URI="sound-1/index.m3u8"',
    '#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="audio"',
    "video/360p/whole.m3u8",
    "#EXT-X-STREAM-INF:BANDWIDTH=1",
    "360p/index.m3u8",
    '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="key-frames/360p/index.m3u8"',
    "",
  ].join("\n");
  const text = encryptedMaster(master);
  expect([...text.matchAll(/(?:^|URI=")([^"#\n]+m3u8)/gm)].map(([, uri]) => uri)).toEqual([
    ...["captions/index.m3u8", "encrypted/audio/360p/whole.m3u8", "encrypted/sound-1/index.m3u8"],
    ...["encrypted/video/360p/whole.m3u8", "encrypted/360p/whole.m3u8"],
  ]);
});
