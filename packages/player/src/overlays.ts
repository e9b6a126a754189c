import type { PlayerPicture, PlayerSettings } from "@kinora/domain/players/settings.ts";
import "./overlays.css";

/** Shows the logo and the watermark; `pictures` is the address of a picture by its number. */
export function showPictures(
  root: HTMLElement,
  { logo, watermark }: Pick<PlayerSettings, "logo" | "watermark">,
  pictures: ((number: number) => string) | undefined,
): void {
  for (const old of root.querySelectorAll(":scope .kinora-picture")) old.remove();
  if (!pictures) return;
  const controller = root.querySelector("media-controller");
  for (const [kind, picture] of Object.entries({ logo, watermark }))
    if (picture) controller?.append(pictureElement(kind, picture, pictures(picture.picture)));
}

function pictureElement(kind: string, { link, corner, opacity, margin, size }: PlayerPicture, address: string) {
  const image = document.createElement("img");
  image.src = address;
  // Decoration, unless it is what a link is named by.
  image.alt = link === "" ? "" : new URL(link).hostname;
  image.style.height = `${size}px`;
  const frame = link === "" ? document.createElement("div") : linkTo(link);
  frame.className = `kinora-picture kinora-${kind}`;
  frame.toggleAttribute("noautohide", true);
  const [vertical = "top", horizontal = "right"] = corner.split("-");
  frame.style.setProperty(vertical, `${margin}px`);
  frame.style.setProperty(horizontal, `${margin}px`);
  frame.style.opacity = String(opacity / 100);
  frame.append(image);
  return frame;
}

/** A link that opens beside the page of the player and learns nothing of it. */
export function linkTo(address: string): HTMLAnchorElement {
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.target = "_blank";
  anchor.rel = "noopener noreferrer";
  return anchor;
}
