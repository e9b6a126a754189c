import { randomBytes } from "node:crypto";
import { insertRow } from "@kinora/db/testing-rows.ts";
import { newHash } from "@kinora/server/platform/secrets/hash.ts";
import { control, isOffered, isThere, play, styleOf, type Group } from "./player-sights.ts";
import { expect } from "./product.ts";

/** Which controls there are. */
export const controlOptions = {
  language: {
    change: { language: "es" },
    see: (page) => page.locator("media-mute-button").getAttribute("aria-label"),
    usual: "mute",
    changed: "silenciar",
    still: true,
  },
  controls: control("controls", "media-control-bar"),
  play_button: control("play_button", "media-control-bar media-play-button"),
  progress: control("progress", "media-time-range"),
  thumbnails: {
    change: { thumbnails: false },
    see: styleOf(".kinora-player", "--media-preview-thumbnail-max-width"),
    usual: expect.not.stringMatching(/^0$/),
    changed: "0",
    still: true,
  },
  most_watched: {
    change: { most_watched: true },
    async see(page) {
      await play(page);
      return page.getByRole("img", { name: "Most watched parts" }).isVisible();
    },
    usual: false,
    changed: true,
  },
  time: control("time", "media-time-display"),
  volume: control("volume", "media-mute-button"),
  quality_selector: control("quality_selector", ".kinora-quality-item", isOffered),
  playback_rate: control("playback_rate", ".kinora-rate-item", isOffered),
  captions: control("captions", "media-captions-button", isOffered),
  transcript: control("transcript", ".kinora-transcript-button", isOffered),
  picture_in_picture: control("picture_in_picture", "media-pip-button", isOffered),
  fullscreen: control("fullscreen", "media-fullscreen-button"),
  share: control("share", ".kinora-share-button"),
  download: control("download", ".kinora-download"),
  chromecast: control("chromecast", "media-cast-button", isOffered),
  airplay: control("airplay", "media-airplay-button", isOffered),
  live_controls: {
    change: { live_controls: false },
    async see(page, stage) {
      const { edge } = stage;
      const { search } = new URL(page.url());
      const stream = { ...edge.owner, hash: newHash(), name: "A show", on_air: "live" } as const;
      const keys = { key_hash: randomBytes(32), key_sealed: randomBytes(32) };
      await insertRow(edge.services, "streams", { ...stream, ...keys, ingest: "receiving" });
      await page.goto(`${edge.url}/embed/${stream.hash}${search}`);
      return isThere("media-live-button")(page, stage);
    },
    usual: true,
    changed: false,
  },
  hide_after_seconds: {
    change: { hide_after_seconds: 0 },
    see: (page) => page.locator("media-controller").getAttribute("autohide"),
    usual: "2",
    changed: "-1",
    still: true,
  },
} satisfies Group;
