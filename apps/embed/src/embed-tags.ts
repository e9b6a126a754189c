/** Set on a tag whose frame was made. */
const DONE = "kinoraFramed";
const SOURCE = /\/embed\.js(?:[?#]|$)/;

/** The address of a script tag that embeds a video. */
const isEmbed = (script: HTMLScriptElement) =>
  Boolean(script.dataset["video"]) && SOURCE.test(script.src) && script.dataset[DONE] === undefined;

function scriptsWithin(root: Document | ShadowRoot): HTMLScriptElement[] {
  const inside = Array.from(root.querySelectorAll("*")).flatMap(({ shadowRoot }) =>
    shadowRoot ? scriptsWithin(shadowRoot) : [],
  );
  return [...root.querySelectorAll("script"), ...inside];
}

/**
 * The script tags whose frames are to be made now: the running one, or, where a script does not know its own tag
 * (modules, shadow trees), all tags of this script that have no frame yet, also in open shadow trees. Each is found
 * once. Says so in the console where there is none.
 */
export function findTags(page: Document): HTMLScriptElement[] {
  const own = page.currentScript;
  if (own instanceof HTMLScriptElement) {
    // Without a video it was loaded for window.KinoraPlayer.
    if (!own.dataset["video"]) return [];
    own.dataset[DONE] = "";
    return [own];
  }
  const found = scriptsWithin(page).filter(isEmbed);
  for (const tag of found) tag.dataset[DONE] = "";
  if (found.length === 0 && !scriptsWithin(page).some((script) => script.dataset[DONE] !== undefined)) {
    globalThis.console.warn(
      "Kinora embed.js found no script tag with data-video on this page, so no video is shown. Put it in as " +
        '<script src="…/embed.js" data-video="…"></script>, not in a closed shadow tree, or use the iframe code.',
    );
  }
  return found;
}
