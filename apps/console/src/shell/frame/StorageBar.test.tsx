import { cleanup, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { session } from "../../platform/session.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aConfig } from "../../testing/videos.ts";
import { StorageBar } from "./StorageBar.tsx";

beforeEach(signedIn);

const GIGABYTE = 1e9;
const NOTHING = { max_bytes: 1e10, used_bytes: 0, limit_bytes: null, disk_bytes: null, disk_free_bytes: null };

async function show(change: Partial<ReturnType<typeof aConfig>["upload"]>) {
  session.set({ ...session.get(), config: aConfig({ upload: { ...NOTHING, ...change } }) });
  await renderPart(<StorageBar />);
  return screen.queryByRole("progressbar")?.getAttribute("aria-valuenow") ?? null;
}

test("without a limit the bar shows how full the disk is", async () => {
  const disk = { disk_bytes: 271 * GIGABYTE, disk_free_bytes: 67.75 * GIGABYTE };
  expect(await show({ used_bytes: 84e6, ...disk })).toBe("75");
  expect(screen.getByText("84 MB · 67.8 GB free on disk")).toBeTruthy();
});

test("with a limit of its own it is the account's, and without a disk there is none", async () => {
  expect(await show({ used_bytes: 45 * GIGABYTE, limit_bytes: 50 * GIGABYTE })).toBe("90");
  expect(screen.getByRole("progressbar", { name: "Storage is nearly full" })).toBeTruthy();
  cleanup();
  expect(await show({ used_bytes: 84e6 })).toBeNull();
  expect(screen.getByText("84 MB")).toBeTruthy();
});
