// @vitest-environment jsdom
import type { EmbedPage } from "@kinora/domain/playback/embed-page.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const page = { player: { hash: "4k9x2m" } } as EmbedPage;
const load = async () => {
  vi.resetModules();
  return import("./address.ts");
};
const around = (address: string) => vi.spyOn(document, "referrer", "get").mockReturnValue(address);

beforeEach(() => history.replaceState(null, "", "/embed/8f3a21?muted=1"));
afterEach(() => vi.restoreAllMocks());

test("requests name the page around this one, without its path, and the player", async () => {
  around("https://shop.example.com:8443/cart?secret=1");
  const { nameRequests } = await load();
  nameRequests(page);
  expect(location.search).toBe("?muted=1&page=shop.example.com%3A8443&via=4k9x2m");
});

test("a page of its own names no other", async () => {
  around("");
  const { nameRequests } = await load();
  nameRequests({ player: { hash: "" } } as EmbedPage);
  expect(location.search).toBe("?muted=1");
});

test("the address that the frame was opened with stays known, also after a reload", async () => {
  around("https://shop.example.com/");
  const first = await load();
  const opened = first.openedAs;
  expect(opened).toMatch(/\/embed\/8f3a21\?muted=1$/);
  first.nameRequests(page);
  expect(location.href).not.toBe(opened);
  expect((await load()).openedAs).toBe(opened);
});
