import { copyText } from "./clipboard.ts";
import { rememberFirstSteps } from "./preferences.ts";

/** Copies an embed code; wherever somebody does it, the first step "Copy the embed code" is done. */
export async function copyEmbedCode(label: string, code: string): Promise<void> {
  if (await copyText(label, code)) await rememberFirstSteps((known) => [...known, "embed"]);
}
