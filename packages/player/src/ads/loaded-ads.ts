import type { ItemAds, PlayerItem } from "../options.ts";
import type { AdSession } from "./ad-session.ts";
import type { AdView } from "./ad-view.ts";

/** The ads of the item that a player shows. */
export interface LoadedAds {
  session: AdSession;
  view: AdView;
}

/**
 * Loads the code that requests and plays ads, and makes an item's session and view of them in the player that `container` has.
 * @throws Error when the player was removed meanwhile, or the code cannot be loaded.
 */
export async function loadAds(
  container: HTMLElement,
  item: PlayerItem,
  { plays: ads, contentId, prerollsOnly = false }: ItemAds,
  live: boolean,
): Promise<LoadedAds> {
  const [{ AdSession: Session }, { AdView: View }] = await Promise.all([
    import("./ad-session.ts"),
    import("./ad-view.ts"),
  ]);
  const root = container.querySelector<HTMLElement>(".kinora-player");
  const controller = root?.querySelector<HTMLElement>("media-controller");
  if (!root || !controller) throw new Error("The player was removed.");
  const view = new View(root, controller);
  const durationSeconds = live ? null : (item.durationSeconds ?? null);
  const session = new Session({
    ads,
    subject: { contentId, title: item.title, durationSeconds },
    live: live || prerollsOnly,
    view,
    onEvent: (event, code) =>
      root.dispatchEvent(new CustomEvent("kinora-ad", { detail: { event, code }, bubbles: true })),
  });
  return { session, view };
}
