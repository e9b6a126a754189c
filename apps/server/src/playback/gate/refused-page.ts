import type { Reason } from "@kinora/domain/restrictions/reasons.ts";
import type { PageFiles } from "../built-files.ts";
import { escapeHtml } from "../html.ts";

/** The path of the picture that refused viewers see. */
export const blockedPicture = (hash: string): string => `/blocked/${hash}.jpg`;

/** A page without scripts that any page or app may frame: people who embed a video must see why it does not play. */
export const REFUSED_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");

/** Writes what replaces a player that is refused: a sentence over the profile's picture, or a form for the password. */
export function writeRefusedPage(
  files: PageFiles,
  { reason, message, picture }: { reason: Reason; message: string; picture: string | null },
  form: { ticket: string; action: string } | null,
): string {
  const title = form ? "This video is protected" : "This video can't be played here";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${files.playerStyle}">
</head>
<body>
<div id="kinora" data-reason="${reason}">${picture === null ? "" : `<img class="waiting-picture" src="${blockedPicture(picture)}" alt="">`}<div class="notice" role="status"><p class="notice-title">${title}</p><p>${escapeHtml(message)}</p>${form ? passwordForm(form) : ""}</div></div>
</body>
</html>
`;
}

const passwordForm = ({ ticket, action }: { ticket: string; action: string }) => `
<form class="password" method="post" action="${escapeHtml(action)}">
<input type="hidden" name="ticket" value="${escapeHtml(ticket)}">
<input type="password" name="password" aria-label="Password" autocomplete="off" required maxlength="200" autofocus>
<button type="submit">Watch</button>
</form>`;
