import type { EmbedAds } from "@kinora/domain/ads/embed-ads.ts";

/**
 * The ads of a page. A page that the console frames is a preview: it plays them, and neither reports nor remembers it.
 * `console` is the console's origin, `framedBy` the URL of the page around, empty without one. Pure.
 */
export const reportedAds = (ads: EmbedAds, { console, framedBy }: { console: string; framedBy: string }): EmbedAds =>
  URL.canParse(framedBy) && new URL(framedBy).origin === console ? { ...ads, report: null } : ads;
