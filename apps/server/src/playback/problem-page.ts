import type { FastifyReply, FastifyRequest } from "fastify";
import type { Problem } from "../platform/http/http.ts";
import type { PageFiles } from "./built-files.ts";
import { FRAMED_EVERYWHERE } from "./embed-page.ts";
import { REFUSED_POLICY } from "./gate/refused-page.ts";
import { escapeHtml } from "./html.ts";
import { sendPage } from "./public-page.ts";
import { SHARE_POLICY } from "./share-page.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What people see at this address: the player in a frame, or the page around it. */
    page?: "embed" | "share";
  }
}

/** Seconds after which a page that could not be made is loaded again, at the earliest. */
const RETRY_SECONDS = 5;
/** Loads the page again. The one in a frame is framed by other sites, as a player is. */
const POLICIES = { embed: `${REFUSED_POLICY}; script-src 'self'`, share: SHARE_POLICY };

/** Whether a program asks that reads JSON, and no page. */
export const wantsJson = ({ headers: { accept = "" } }: FastifyRequest): boolean =>
  /json/i.test(accept) && !/text\/html/i.test(accept);

/**
 * Makes what answers errors of pages with a page for people: what is wrong, and where waiting helps, a script that loads the page
 * again. It reloads, and no link leads back: the request keeps the Referer that restrictions look at.
 */
export function createProblemPage(files: PageFiles) {
  return (request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply | null => {
    const { page } = request.routeOptions.config;
    if (page === undefined || wantsJson(request)) return null;
    const { status, message, retryAfterSeconds = 0 } = problem;
    // What a form sent is not sent again without a question.
    const retrySeconds = status >= 500 && request.method === "GET" ? Math.max(RETRY_SECONDS, retryAfterSeconds) : null;
    if (page === "embed") reply.headers(FRAMED_EVERYWHERE);
    return sendPage(reply.status(status), POLICIES[page], false, writePage(files, page, message, retrySeconds));
  };
}

function writePage(files: PageFiles, page: "embed" | "share", message: string, retrySeconds: number | null): string {
  const title = retrySeconds === null ? "This can't be shown" : "This can't be shown right now";
  const again = retrySeconds === null ? "" : "<p>This page tries again in a few seconds.</p>";
  const notice = `<div class="notice" role="status"><p class="notice-title">${title}</p><p>${escapeHtml(message)}</p>${again}</div>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${page === "embed" ? files.playerStyle : files.shareStyle}">
${retrySeconds === null ? "" : `<script type="module" src="${files.shareScript}" crossorigin></script>`}
</head>
<body${retrySeconds === null ? "" : ` data-retry-seconds="${retrySeconds}"`}>
${page === "embed" ? `<div id="kinora">${notice}</div>` : `<main>\n<div class="frame">${notice}</div>\n</main>`}
</body>
</html>
`;
}
