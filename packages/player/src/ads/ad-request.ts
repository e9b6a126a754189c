import { VASTParser } from "@dailymotion/vast-client";
import { AD_WRAPPERS_MAX } from "@kinora/domain/ads/ad-media.ts";
import { xmlText } from "@kinora/domain/ads/xml-bytes.ts";

/** A linear creative as vast-client reads it. */
export interface LinearCreative {
  type: string;
  duration: number;
  skipDelay: number | null;
  mediaFiles: {
    fileURL: string | null;
    mimeType: string | null;
    width: number;
    height: number;
    bitrate: number;
    apiFramework: string | null;
  }[];
  videoClickThroughURLTemplate: { url: string } | null;
}

/** An ad as vast-client reads it. */
export interface VastAd {
  id: string | null;
  sequence: string | number | null;
  creatives: (LinearCreative | { type: "nonlinear" | "companion" })[];
}

/** The ads of a tag, or the VAST error code why there is none. */
export type AdAnswer = { ads: VastAd[] } | { code: number };

interface ChainRequest {
  url: string;
  wrapperChainId?: number;
  wrapperAd?: { errorCode?: number } | null;
}

/** Whether a failed request is reported by vast-client already: it reports everything below a document that it could parse. */
class RequestFailed extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`VAST error ${code}.`);
    this.code = code;
  }
}

/**
 * Requests an ad tag and follows its wrappers, at most 5, until `signal` fires. `document` is what the tag would answer, where it
 * is known. Errors within a VAST document are reported to its Error URLs. Never throws.
 */
export async function requestAds(url: string, document: string | null, signal: AbortSignal): Promise<AdAnswer> {
  const seen = new Map<number, Set<string>>();
  const fetchVAST = ({ url: next, wrapperChainId: chain = 0, wrapperAd }: ChainRequest): Promise<Document> => {
    const visited = seen.get(chain) ?? new Set([url]);
    seen.set(chain, visited);
    if (visited.has(next)) {
      // Wrappers in a circle: as many as there are, none leads to an ad.
      if (wrapperAd) wrapperAd.errorCode = 302;
      return Promise.resolve(parse("<VAST/>"));
    }
    visited.add(next);
    return fetchDocument(next, signal);
  };
  const parser = new VASTParser({ fetcher: { fetchVAST } });
  let code = 303;
  parser.on("VAST-error", ({ ERRORCODE: met }: { ERRORCODE: number }) => (code = met));
  try {
    const root = document === null ? await fetchDocument(url, signal) : parse(document);
    const options = { wrapperLimit: AD_WRAPPERS_MAX + 1, url, resolveAll: true };
    const { ads } = (await parser.parseVAST(root, options)) as { ads: VastAd[] };
    return ads.length > 0 ? { ads: inOrder(ads) } : { code };
  } catch (error) {
    return { code: error instanceof RequestFailed ? error.code : 101 };
  }
}

async function fetchDocument(url: string, signal: AbortSignal): Promise<Document> {
  try {
    const response = await fetch(url, { signal, credentials: "omit" });
    if (!response.ok) throw new RequestFailed(301);
    // How some ad servers say that they have no ad.
    if (response.status === 204) return parse("<VAST/>");
    return parse(await xmlOf(response));
  } catch (error) {
    throw error instanceof RequestFailed ? error : new RequestFailed(301);
  }
}

/** The text of an answer in its own encoding: `text()` takes every one for UTF-8. */
export const xmlOf = async (response: Response): Promise<string> =>
  xmlText(new Uint8Array(await response.arrayBuffer()), response.headers.get("content-type") ?? "");

function parse(text: string): Document {
  const document = new DOMParser().parseFromString(text.trim(), "text/xml");
  if (document.querySelector("parsererror")) throw new RequestFailed(100);
  return document;
}

/** A pod by its sequence; without one the first ad, with the others in its place when it fails (VAST 4, section 2.3.4). */
function inOrder(ads: VastAd[]): VastAd[] {
  const pod = ads.filter(({ sequence }) => sequence !== null);
  return pod.length > 0 ? pod.toSorted((one, other) => Number(one.sequence) - Number(other.sequence)) : ads;
}

/** Whether these ads are played one after the other, and not one in place of the other. */
export const isPod = (ads: readonly VastAd[]): boolean => ads.some(({ sequence }) => sequence !== null);

/** Requests the URL without reading an answer, as beacons are. */
export function sendBeacon(url: string): void {
  if (/^https?:/i.test(url)) new Image().src = url;
}
