import type { Permission } from "@kinora/domain/people/permissions.ts";

/** One field of the settings, as it is searched for. */
export interface SettingField {
  /** The label of the field on its page. */
  label: string;
  /** The page it is on, as a path and as people call it. */
  to: string;
  page: string;
  /** Who may see the page; null for everyone in the project. */
  permission: Permission | null;
}

let load: () => Promise<readonly SettingField[]> = async () => [];

/** Says where the fields of the settings are listed; the list comes when it is asked for. */
export function offerSettingFields(listed: () => Promise<readonly SettingField[]>): void {
  load = listed;
}

export const loadSettingFields = (): Promise<readonly SettingField[]> => load();

const SHOW_FOR_MS = 5000;

/** Scrolls to the field with a label as soon as the page shows it, and focuses its control. */
export function showSettingField(label: string): void {
  const show = () => {
    const labels = document.querySelectorAll<HTMLElement>("main :is(label, .mantine-InputWrapper-label)");
    const found = [...labels].find(({ textContent }) => textContent.replace(/\s*\*$/, "").trim() === label);
    if (!found) return false;
    found.scrollIntoView({ block: "center" });
    const control = found instanceof HTMLLabelElement ? found.control : null;
    control?.focus({ preventScroll: true });
    return true;
  };
  if (show()) return;
  const observer = new MutationObserver(() => {
    if (show()) observer.disconnect();
  });
  observer.observe(document.body, { subtree: true, childList: true });
  setTimeout(() => observer.disconnect(), SHOW_FOR_MS);
}
