import { colour, control, picture, styleOf, type Group } from "./player-sights.ts";
import { expect } from "./product.ts";

/** Colors, shapes, and what lies over the picture. */
export const lookOptions = {
  primary_colour: colour("primary_colour", "--media-range-bar-color"),
  background_colour: colour("background_colour", "--kinora-ground"),
  text_colour: colour("text_colour", "--media-text-color"),
  track_colour: colour("track_colour", "--media-range-track-background"),
  radius: {
    change: { radius: 20 },
    see: styleOf(".kinora-player", "border-top-left-radius"),
    usual: "0px",
    changed: "20px",
    still: true,
  },
  big_play: {
    change: { big_play: "none" },
    see: styleOf(".kinora-start", "opacity"),
    usual: "1",
    changed: "0",
    still: true,
  },
  control_bar: {
    change: { control_bar: "solid" },
    see: styleOf(".kinora-shade", "display"),
    usual: "block",
    changed: "none",
    still: true,
  },
  font: {
    change: { font: "serif" },
    see: styleOf(".kinora-title-text", "font-family"),
    usual: expect.stringMatching(/^"Inter Variable"/),
    changed: expect.stringMatching(/^Charter.*, serif$/),
    still: true,
  },
  poster_fit: {
    change: { poster_fit: "cover" },
    see: styleOf("video[slot=media]", "object-fit"),
    usual: "contain",
    changed: "cover",
    still: true,
  },
  title_overlay: control("title_overlay", ".kinora-title-text"),
  description_overlay: control("description_overlay", ".kinora-description"),
  logo: picture("logo"),
  watermark: picture("watermark"),
} satisfies Group;
