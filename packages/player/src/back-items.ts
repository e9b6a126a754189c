import { playerTexts } from "./language/language.ts";

/**
 * Makes the back button of each submenu one of its items: a menu may own items only (WAI-ARIA 1.2, "menu"). Its name begins
 * with the text it shows, the submenu's title (WCAG 2.5.3). A menu without a title shows none. The second time does nothing.
 */
export function nameBackItems(root: HTMLElement): void {
  for (const menu of root.querySelectorAll('media-settings-menu, [slot="submenu"]')) {
    const back = menu.shadowRoot?.querySelector<HTMLElement>('button[part~="back"]');
    const title = menu.querySelector(':scope > [slot="title"]')?.textContent;
    if (!back) continue;
    back.hidden = !title;
    back.setAttribute("role", "menuitem");
    if (title) back.setAttribute("aria-label", playerTexts().backFrom(title));
  }
}
