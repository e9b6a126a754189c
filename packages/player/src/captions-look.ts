import { CAPTION_SIZES, CAPTION_STYLES } from "./captions-menu.ts";
import { readStored, store } from "./stored.ts";

const RULES: Record<string, string> = {
  dark: "color: #fff; background: rgb(0 0 0 / 80%)",
  yellow: "color: #ffe14d; background: rgb(0 0 0 / 80%)",
  light: "color: #000; background: rgb(255 255 255 / 90%)",
  outline: "color: #fff; background: transparent; text-shadow: 0 0 3px #000, 0 0 3px #000, 0 0 3px #000",
};
const KEY = "kinora:captions";

/** Reads a stored choice; what is unknown is as usual. Pure. */
export function readCaptionsLook(stored: string | null): { size: string; style: string } {
  const [size, style] = (stored ?? "").split(",");
  return {
    size: CAPTION_SIZES.find((value) => value === size) ?? "100",
    style: CAPTION_STYLES.find((value) => value === style) ?? "dark",
  };
}

/** Lets viewers choose the size and the colours of captions, and keeps the choice in the browser's storage. The second time does nothing. */
export function chooseCaptionsLook(root: HTMLElement): void {
  if (root.hasAttribute("data-captions-look")) return;
  root.toggleAttribute("data-captions-look", true);
  let look = readCaptionsLook(readStored(KEY));
  const sheet = document.createElement("style");
  root.append(sheet);
  const menus = [...root.querySelectorAll<HTMLElement & { value?: string }>("[data-captions]")];
  const show = () => {
    sheet.textContent = `.kinora-player video::cue { font-size: ${look.size}%; ${RULES[look.style] ?? ""} }`;
  };
  for (const menu of menus) {
    const name = menu.dataset["captions"] === "size" ? "size" : "style";
    // A menu that is connected with its items has chosen its first one.
    menu.value = look[name];
    menu.addEventListener("change", () => {
      look = { ...look, [name]: menu.value ?? look[name] };
      store(KEY, `${look.size},${look.style}`);
      show();
    });
  }
  show();
}
