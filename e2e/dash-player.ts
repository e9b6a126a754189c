import { createRequire } from "node:module";
import type { OtherPlayer } from "./other-player.ts";

const require = createRequire(import.meta.url);

/** Players of DASH, and how a page plays a manifest with one. */
export const dashPlayers: readonly OtherPlayer[] = [
  {
    name: "dash.js",
    script: require.resolve("dashjs"),
    start: `async (url) => {
      const player = dashjs.MediaPlayer().create();
      player.on("error", ({ error }) => window.playerErrors.push(JSON.stringify([error.code, error.message])));
      player.initialize(document.querySelector("video"), url, true);
    }`,
  },
  {
    name: "Shaka Player",
    script: require.resolve("shaka-player/dist/shaka-player.compiled.js"),
    start: `async (url) => {
      const player = new shaka.Player();
      await player.attach(document.querySelector("video"));
      player.addEventListener("error", ({ detail }) => window.playerErrors.push(JSON.stringify([detail.code, detail.data])));
      await player.load(url);
    }`,
  },
];
