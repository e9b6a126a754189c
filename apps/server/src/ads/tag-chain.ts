import { VASTParser } from "@dailymotion/vast-client";
import type { tagStep } from "@kinora/contract/ads/ads.ts";
import { AD_WRAPPERS_MAX } from "@kinora/domain/ads/ad-media.ts";
import { readVmap, type VmapBreak } from "@kinora/domain/ads/vmap.ts";
import { readXml } from "@kinora/domain/ads/xml.ts";
import type { RowOf } from "../platform/lists/row-of.ts";
import { fetchTag, TagProblem, type TagReach } from "./fetch-tag.ts";
import { documentOf, NO_ADS, type VastDocument } from "./vast-document.ts";

/** One document of a chain of wrappers. */
export type ChainStep = RowOf<typeof tagStep>;

/** An ad as vast-client reads it: what the description of a tag uses. */
interface ParsedAd {
  id: string | null;
  title: string | null;
  system: { value?: string } | null;
  sequence: string | number | null;
  creatives: {
    type: string;
    duration?: number;
    skipDelay?: number | null;
    mediaFiles?: {
      fileURL: string | null;
      mimeType: string | null;
      width: number;
      height: number;
      bitrate: number;
      apiFramework: string | null;
    }[];
  }[];
}

interface ChainRequest {
  url: string;
  wrapperDepth?: number;
  wrapperChainId?: number;
  wrapperAd?: { errorCode?: number } | null;
}

/** What a tag leads to. */
export interface TagChain {
  steps: ChainStep[];
  /** Of a VMAP document. */
  breaks: VmapBreak[];
  ads: ParsedAd[];
  /** VAST error codes, in the order they were met. */
  codes: number[];
}

/**
 * Follows a tag through its wrappers to its ads, with the parser that the player uses; of a VMAP document, the tag of its first
 * break. Each document is requested once. Nothing that was found wrong throws: it is a step with an error, and a code.
 */
export async function followTag(url: string, reach: TagReach): Promise<TagChain> {
  const chain: TagChain = { steps: [], breaks: [], ads: [], codes: [] };
  const seen = new Map<number, Set<string>>();
  let start = url;
  const fetchVAST = async ({ url: next, wrapperDepth: depth = 0, wrapperChainId: id = 0, wrapperAd }: ChainRequest) => {
    const visited = seen.get(id) ?? new Set([start]);
    seen.set(id, visited);
    if (wrapperAd && visited.has(next)) {
      chain.steps.push(failed(next, depth, "This document was requested before: the wrappers lead in a circle."));
      wrapperAd.errorCode = 302;
      return NO_ADS;
    }
    visited.add(next);
    return readVast(chain, next, depth, reach);
  };
  const parser = new VASTParser({ fetcher: { fetchVAST } });
  parser.on("VAST-error", ({ ERRORCODE: code }: { ERRORCODE: number }) => {
    chain.codes.push(code);
    if (code === 302 && !chain.steps.some(({ error }) => error?.includes("circle")))
      chain.steps.push(
        failed("", AD_WRAPPERS_MAX + 1, `Not followed: there are more than ${AD_WRAPPERS_MAX} wrappers.`),
      );
  });
  try {
    let root = await readStep(chain, url, 0, reach);
    if (Array.isArray(root)) {
      chain.breaks = root;
      const [tag] = root.flatMap(({ tags }) => tags);
      if (tag === undefined) return chain;
      start = tag;
      root = await readVast(chain, tag, 0, reach);
    }
    const options = { wrapperLimit: AD_WRAPPERS_MAX + 1, url: start, resolveAll: true };
    const response = (await parser.parseVAST(root, options)) as { ads: ParsedAd[] };
    chain.ads = response.ads;
  } catch (error) {
    chain.codes.push(codeOf(error, chain.steps.at(-1)));
  }
  return chain;
}

function codeOf(error: unknown, step: ChainStep | undefined): number {
  if (error instanceof TagProblem) return 301;
  if (step?.error === NOT_XML) return 100;
  if (error instanceof Error && error.message.includes("not supported")) return 102;
  return 101;
}

/** How some ad servers say that they have no ad. */
const NO_CONTENT = 204;
const NOT_VAST = "The document is not VAST.";
const NOT_XML = "The answer is not valid XML.";

const failed = (url: string, depth: number, error: string): ChainStep => ({
  url,
  depth,
  kind: "failed",
  http_status: null,
  took_ms: 0,
  size_bytes: null,
  version: null,
  error,
});

async function readVast(chain: TagChain, url: string, depth: number, reach: TagReach): Promise<VastDocument> {
  const document = await readStep(chain, url, depth, reach);
  if (Array.isArray(document)) throw new Error(NOT_VAST);
  return document;
}

/** Requests a document: one of VAST, or, as the first of a chain, the breaks of one of VMAP. */
async function readStep(
  chain: TagChain,
  url: string,
  depth: number,
  reach: TagReach,
): Promise<VastDocument | VmapBreak[]> {
  const step = failed(url, depth, "");
  chain.steps.push(step);
  const begun = performance.now();
  try {
    const { status, body } = await fetchTag(url, reach);
    step.http_status = status;
    step.size_bytes = Buffer.byteLength(body);
    if (status === NO_CONTENT) {
      step.kind = "empty";
      step.error = null;
      return NO_ADS;
    }
    if (status !== 200) throw new TagProblem(`The ad server answered with HTTP ${status}.`, status);
    const root = readXml(body.replace(/^\uFEFF/, ""));
    if (!root) throw new Error(NOT_XML);
    const breaks = chain.steps.length === 1 ? readVmap(body) : null;
    if (breaks) {
      step.kind = "vmap";
      step.error = null;
      return breaks;
    }
    step.version = root.attributes["version"] ?? null;
    if (root.name !== "VAST") throw new Error(NOT_VAST);
    const kinds = new Set(root.children.flatMap(({ children }) => children.map(({ name }) => name)));
    step.kind = kinds.has("InLine") ? "inline" : kinds.has("Wrapper") ? "wrapper" : "empty";
    step.error = null;
    return documentOf(root);
  } catch (error) {
    step.error = error instanceof Error ? error.message : String(error);
    throw error;
  } finally {
    step.took_ms = Math.round(performance.now() - begun);
  }
}
