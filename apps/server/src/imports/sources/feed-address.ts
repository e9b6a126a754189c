import { xmlText } from "@kinora/domain/ads/xml-bytes.ts";
import type { Services } from "../../context.ts";
import { readUrl } from "../../uploads/import/fetch-url.ts";
import { readFeed } from "./feed.ts";
import type { FoundItems } from "./found-items.ts";

/** Feeds of thousands of episodes with long notes have some 20 MB. */
const FEED_MAXIMUM_BYTES = 50_000_000;

/** Fetches a feed from the public web and reads its items. @throws FetchProblem, GiveUp when it is no feed. */
export async function readFeedAt(services: Services, url: string, signal: AbortSignal): Promise<FoundItems> {
  const reach = { allowPrivate: services.config.allowPrivateUrls, signal, maximumBytes: FEED_MAXIMUM_BYTES };
  const { bytes, type, address } = await readUrl(url, reach);
  return readFeed(xmlText(bytes, type), address);
}
