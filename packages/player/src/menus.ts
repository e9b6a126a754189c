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

const CAPTIONS: readonly string[] = ["captions", "subtitles"] satisfies TextTrackKind[];

/** Sets up the caption styles and the back items of the menus of a player; the second time does nothing. */
export function startMenus(root: HTMLElement): void {
  chooseCaptionsLook(root);
  const tracks = root.querySelector("video")?.textTracks;
  if (tracks) listCaptions(tracks);
  nameBackItems(root);
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
