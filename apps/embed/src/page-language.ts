import type { EmbedStatus } from "@kinora/domain/playback/embed-page.ts";
import type { PlayerSettings } from "@kinora/domain/players/settings.ts";
import { loadLanguage, playerTexts } from "@kinora/player/language/language.ts";

/** Gives the page and the players it makes from now on the language of their settings. */
export async function setPageLanguage({ language }: Partial<Pick<PlayerSettings, "language">>): Promise<void> {
  document.documentElement.lang = await loadLanguage(language);
}

/** The server writes the notice of a video that is being prepared in English: here it gets the language of the player. */
export function translateNotice(container: HTMLElement, { availability, start_at: startAt }: EmbedStatus): void {
  const [title, text] = container.querySelectorAll(".notice p");
  if (availability === "playable" || startAt || !title || !text) return;
  const { notices, preparation } = playerTexts();
  title.textContent = notices[availability].title;
  text.textContent = notices[availability].text;
  container.querySelector("progress")?.setAttribute("aria-label", preparation);
}
