import type { Page } from "@playwright/test";

/** The files that a page was answered with, and which of them it was refused. */
export function answersOf(page: Page): { got: string[]; refused: string[] } {
  const answers = { got: [] as string[], refused: [] as string[] };
  page.on("response", (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname.startsWith("/hls/")) answers[answer.status() < 400 ? "got" : "refused"].push(pathname);
  });
  return answers;
}
