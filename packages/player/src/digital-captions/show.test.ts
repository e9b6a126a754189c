// @vitest-environment jsdom
import Hls from "hls.js";
import { afterEach, expect, test, vi } from "vitest";
import { showDigitalCaptions } from "./show.ts";

const { Events } = Hls;

/** Two seconds of pictures: "HELLO" is defined and shown at once (CEA-708 §8.10). */
const samples = [
  {
    pts: 4,
    bytes: userData([
      7,
      0x2c,
      0x98,
      0x38,
      0x4a,
      0x50,
      0x70,
      0x1f,
      0x11,
      ...Array.from("HELLO", (letter) => letter.charCodeAt(0)),
    ]),
  },
  { pts: 6, bytes: userData([]) },
];

function userData(packet: readonly number[]): Uint8Array {
  const triplets: number[][] = [];
  for (let at = 0; at < packet.length; at += 2)
    triplets.push([at === 0 ? 0xff : 0xfe, packet[at] ?? 0, packet[at + 1] ?? 0]);
  return Uint8Array.from([0x40 | triplets.length, 0xff, ...triplets.flat(), 0xff]);
}

/** A stream whose master playlist names these captions, with its first fragment read twice, as after a change of quality. */
function play(services: readonly string[]) {
  const texts: string[] = [];
  // jsdom has no text tracks.
  vi.stubGlobal(
    "VTTCue",
    class {
      readonly startTime: number;
      readonly endTime: number;
      readonly text: string;
      constructor(startTime: number, endTime: number, text: string) {
        this.startTime = startTime;
        this.endTime = endTime;
        this.text = text;
      }
    },
  );
  const track = { mode: "disabled", addCue: ({ text }: VTTCue) => texts.push(text) };
  Object.defineProperty(HTMLTrackElement.prototype, "track", { configurable: true, get: () => track });
  const hls = new Hls();
  // Its controllers would load what the playlist names.
  hls.removeAllListeners();
  const video = document.createElement("video");
  showDigitalCaptions(Hls, hls, video);
  const captions = services.map((instreamId) => ({ instreamId, name: `Closed captions (${instreamId})` }));
  const tell = (event: (typeof Events)[keyof typeof Events], data: object) => hls.trigger(event, data as never);
  tell(Events.MANIFEST_LOADED, { captions });
  for (const _time of [1, 2]) tell(Events.FRAG_PARSING_USERDATA, { frag: { cc: 0, sn: 3 }, samples });
  return { tell, texts, labels: () => [...video.querySelectorAll("track")].map(({ label }) => label) };
}

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(HTMLTrackElement.prototype, "track");
});

test("services are tracks of the video until it plays another stream, and a fragment read again adds nothing", async () => {
  const { labels, tell, texts } = play(["SERVICE1", "SERVICE2"]);
  await vi.waitFor(() => expect(texts).toEqual(["HELLO"]));
  expect(labels()).toEqual(["Closed captions (SERVICE1)", "Closed captions (SERVICE2)"]);
  tell(Events.MANIFEST_LOADING, {});
  await vi.waitFor(() => expect(labels()).toEqual([]));
  expect(texts).toEqual(["HELLO"]);
});

test.each([[["CC1", "SERVICE1"]], [[]]])("nothing is decoded where a playlist names %j", async (services) => {
  const { labels, texts } = play(services);
  await vi.dynamicImportSettled();
  expect([labels(), texts]).toEqual([[], []]);
});
