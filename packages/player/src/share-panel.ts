import "./share-panel.css";
import { formatTime } from "media-chrome/dist/utils/time.js";
import { playerTexts } from "./language/language.ts";

/** Shows a panel over the picture with the address of a page: to copy it, or to hand it to the system's share sheet. */
export function openSharePanel(root: HTMLElement, opener: HTMLElement, page: string, seconds: number): void {
  root.querySelector(".kinora-share")?.remove();
  const panel = document.createElement("dialog");
  panel.className = "kinora-share";
  const { share, shareLink, startAt, copyLink, shareWith, close } = playerTexts();
  panel.setAttribute("aria-label", share);
  const moment = Math.floor(seconds);
  // No text of anybody's is in this markup but the player's own.
  panel.innerHTML = `
    <label>${shareLink}<input type="text" readonly></label>
    <label class="kinora-share-moment"><input type="checkbox">${startAt} <span></span></label>
    <p role="status"></p>
    <div><button type="button" data-do="copy">${copyLink}</button><button type="button" data-do="share">${shareWith}</button><button type="button" data-do="close">${close}</button></div>`;
  const field = panel.querySelector<HTMLInputElement>('input[type="text"]');
  const fromMoment = panel.querySelector<HTMLInputElement>('input[type="checkbox"]');
  const status = panel.querySelector("p");
  if (!field || !fromMoment || !status) return;
  const address = () => `${page}${fromMoment.checked ? `?start=${moment}` : ""}`;
  const show = () => {
    field.value = address();
  };
  const time = panel.querySelector(".kinora-share-moment span");
  if (time) time.textContent = formatTime(moment);
  fromMoment.addEventListener("change", show);
  field.addEventListener("focus", () => field.select());
  const act: Record<string, () => void> = {
    copy: () =>
      void copy(field).then((said) => {
        status.textContent = said;
      }),
    share: () =>
      void navigator.share({ url: address() }).catch((error: unknown) => {
        // Closing the share sheet is no fault; a frame may lack the permission for it.
        if (!(error instanceof DOMException && error.name === "AbortError")) act["copy"]?.();
      }),
    close: () => panel.close(),
  };
  for (const button of panel.querySelectorAll<HTMLElement>("[data-do]")) {
    const name = button.dataset["do"] ?? "";
    if (name === "share" && !("share" in navigator)) button.remove();
    button.addEventListener("click", () => act[name]?.());
  }
  // The player's keys are not for the fields of the panel.
  panel.addEventListener("keydown", (event) => event.stopPropagation());
  panel.addEventListener("close", () => {
    panel.remove();
    opener.focus();
  });
  show();
  root.append(panel);
  panel.showModal();
}

/** Frames may lack the permission for the clipboard: the link is selected then. */
async function copy(field: HTMLInputElement): Promise<string> {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return playerTexts().linkCopied;
  } catch {
    return playerTexts().pressToCopy;
  }
}
