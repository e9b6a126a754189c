// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { playerTexts } from "./language/language.ts";
import { openSharePanel } from "./share-panel.ts";

const PAGE = "https://play.example.com/v/abcd1234";
const share = vi.fn<() => Promise<void>>();
const writeText = vi.fn<(text: string) => Promise<void>>();
vi.stubGlobal("navigator", { share, clipboard: { writeText } });

beforeEach(() => {
  document.body.replaceChildren();
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = () => undefined;
  vi.resetAllMocks();
});

function shareFrom(): { status: () => string | null | undefined } {
  openSharePanel(document.body, document.createElement("button"), PAGE, 12);
  document.querySelector<HTMLElement>('[data-do="share"]')?.click();
  return { status: () => document.querySelector('[role="status"]')?.textContent };
}

test("where a frame may not open the system's share sheet, the link is copied", async () => {
  share.mockRejectedValue(new DOMException("Permission denied", "NotAllowedError"));
  writeText.mockResolvedValue();
  const { status } = shareFrom();
  await vi.waitFor(() => expect(status()).toBe(playerTexts().linkCopied));
  expect(writeText).toHaveBeenCalledWith(PAGE);
});

test("closing the share sheet says nothing", async () => {
  const sheet = Promise.withResolvers<void>();
  share.mockReturnValue(sheet.promise);
  const { status } = shareFrom();
  sheet.reject(new DOMException("Closed", "AbortError"));
  await sheet.promise.catch(() => undefined);
  expect([status(), writeText.mock.calls]).toEqual(["", []]);
});
