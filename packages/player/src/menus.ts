// What nobody needs before the first play: fetched with the part that reads HLS. Elements on the page become what they are then.
import "media-chrome/dist/media-airplay-button.js";
import "media-chrome/dist/media-cast-button.js";
import "media-chrome/dist/menu/media-chrome-menu-item.js";
import "media-chrome/dist/menu/media-chrome-menu.js";
import "media-chrome/dist/menu/media-playback-rate-menu.js";
import "media-chrome/dist/menu/media-rendition-menu.js";
import "media-chrome/dist/menu/media-settings-menu-button.js";
import "media-chrome/dist/menu/media-settings-menu-item.js";
import "media-chrome/dist/menu/media-settings-menu.js";
import { nameBackItems } from "./back-items.ts";
import { chooseCaptionsLook } from "./captions-look.ts";
import type { SoundList } from "./sound-list.ts";

const CAPTIONS: readonly string[] = ["captions", "subtitles"] satisfies TextTrackKind[];

/** Sets up the caption styles and the back items of the menus of a player; the second time does nothing. */
export function startMenus(root: HTMLElement): void {
  chooseCaptionsLook(root);
  const tracks = root.querySelector("video")?.textTracks;
  if (tracks) listCaptions(tracks);
  listSounds(root);
  nameBackItems(root);
}

/** Fetches the list of sounds once a stream has several: most have one. */
function listSounds(root: HTMLElement): void {
  const item = root.querySelector<HTMLElement>(".kinora-sound-item");
  // Chromium and Firefox have none of their own (HTML §4.8.11.11.1); the player gives them one.
  const sounds = Reflect.get(root.querySelector("video") ?? {}, "audioTracks") as SoundList | undefined;
  if (!item || !sounds) return;
  const list = () => {
    item.hidden = sounds.length < 2;
    if (!item.hidden) import("media-chrome/dist/menu/media-audio-track-menu.js").catch(() => (item.hidden = true));
  };
  sounds.addEventListener("addtrack", list);
  list();
}

/** Fetches the list of captions once a video has any: most have none. Not fetched, the list is left out of the settings. */
function listCaptions(tracks: TextTrackList): void {
  if (customElements.get("media-captions-menu")) return;
  const list = () => {
    if (![...tracks].some(({ kind }) => CAPTIONS.includes(kind))) return;
    tracks.removeEventListener("addtrack", list);
    import("media-chrome/dist/menu/media-captions-menu.js").catch(() => tracks.addEventListener("addtrack", list));
  };
  tracks.addEventListener("addtrack", list);
  list();
}
