import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

/** What PeerTube exports of an account with one public video, which has captions and is in the playlist “Insects”. */
export async function peertubeArchive(film: Buffer): Promise<Buffer> {
  const url = "https://tube.example.com/videos/watch/9c9de5e8";
  const video = {
    ...{ uuid: "9c9de5e8-0a1e-484a-b099-e80766180a6d", name: "Bees", privacy: 1, tags: ["bees"], url },
    ...{ publishedAt: "2024-01-03T10:00:00.000Z", captions: [{ language: "de" }] },
    archiveFiles: { videoFile: "../files/bees.mp4", thumbnail: null, captions: { de: "../files/bees-de.vtt" } },
  };
  const zip = new ZipFile();
  zip.addBuffer(film, "files/bees.mp4", { compress: false });
  zip.addBuffer(Buffer.from("WEBVTT\n\n00:00.000 --> 00:01.000\nBienen\n"), "files/bees-de.vtt");
  zip.addBuffer(Buffer.from(JSON.stringify({ videos: [video] })), "peertube/videos.json");
  const insects = { displayName: "Insects", type: 1, elements: [{ videoUrl: url }] };
  zip.addBuffer(Buffer.from(JSON.stringify({ videoPlaylists: [insects] })), "peertube/video-playlists.json");
  zip.end();
  return buffer(zip.outputStream);
}
