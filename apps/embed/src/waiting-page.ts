import { countdown } from "@kinora/domain/live/countdown.ts";
import type { Availability, EmbedStatus } from "@kinora/domain/playback/embed-page.ts";
import { dateInWords, playerTexts } from "@kinora/player/language/language.ts";
import { serverNow } from "./page-clock.ts";

const SECOND_MS = 1_000;

/**
 * Shows what replaces a player, of a livestream that is not on air or where playback is refused: a sentence, its picture,
 * and how long until it begins. Answers how to stop.
 */
export function showWaiting(
  container: HTMLElement,
  { start_at: startAt, picture, message }: EmbedStatus,
  availability: Exclude<Availability, "playable">,
): () => void {
  const { notices, startsSoon, begins } = playerTexts();
  const { title, text } = notices[availability];
  const panel = document.createElement("div");
  panel.className = "notice";
  const announced = startAt ? Date.parse(startAt) : Number.NaN;
  const isAhead = availability === "offline" && announced > serverNow();
  const status = document.createElement("div");
  status.setAttribute("role", "status");
  status.append(
    paragraph(isAhead ? startsSoon : title, "notice-title"),
    paragraph(isAhead ? begins(dateInWords(announced)) : (message ?? text)),
  );
  panel.append(status);
  const stop = isAhead ? tick(panel, announced) : () => undefined;
  container.replaceChildren(...(picture ? [still(picture)] : []), panel);
  return stop;
}

/** Moves each second; read aloud once only, with the sentence above it. */
function tick(panel: HTMLElement, announced: number): () => void {
  const clock = paragraph("", "countdown");
  clock.setAttribute("role", "timer");
  clock.setAttribute("aria-live", "off");
  const show = () => {
    clock.textContent = countdown(announced - serverNow());
  };
  show();
  panel.append(clock);
  const timer = setInterval(show, SECOND_MS);
  return () => clearInterval(timer);
}

function paragraph(sentence: string, className = ""): HTMLParagraphElement {
  const element = document.createElement("p");
  element.className = className;
  element.textContent = sentence;
  return element;
}

function still(address: string): HTMLImageElement {
  const image = document.createElement("img");
  image.className = "waiting-picture";
  image.src = address;
  image.alt = "";
  return image;
}
