import { translate } from "./i18n.ts";
import { toastError, toastSuccess } from "./toasts.ts";

/** Copies a text and says how it went, in the words of the specification (§8). True when it worked. */
export async function copyText(label: string, text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toastSuccess(translate("layout:copied", { label }));
    return true;
  } catch {
    toastError(translate("layout:notCopied"));
    return false;
  }
}
