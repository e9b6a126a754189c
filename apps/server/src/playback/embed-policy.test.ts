import { expect, test } from "vitest";
import { EMBED_POLICY, withAds } from "./embed-page.ts";

test("an embed may play a film in its own address, as players do to learn what a browser plays", () => {
  expect(EMBED_POLICY).toContain("media-src 'self' blob: data:;");
  expect(withAds(EMBED_POLICY)).toContain("media-src * blob: data:;");
});
