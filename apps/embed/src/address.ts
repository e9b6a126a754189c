import type { EmbedPage } from "@kinora/domain/playback/embed-page.ts";

const state = history.state as { openedAs?: string } | null;

/** The address that the frame was opened with, also after a reload: clients of player.js compare it with their frame's. */
export const openedAs = state?.openedAs ?? location.href;

/** Requests for media name the page around this one and the player by their Referer, by which the edge counts bytes. */
export function nameRequests({ player }: EmbedPage): void {
  const address = new URL(openedAs);
  if (URL.canParse(document.referrer)) address.searchParams.set("page", new URL(document.referrer).host);
  if (player.hash !== "") address.searchParams.set("via", player.hash);
  history.replaceState({ openedAs }, "", address);
}
