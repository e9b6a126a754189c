import { LRUCache } from "lru-cache";
import { withoutFinalDots } from "./gate/page-address.ts";
import { HASH } from "./paths.ts";

const REMEMBERED = 20_000;
const LONGEST = 2_000;
const HOST = /^[a-z0-9.:[\]-]{1,255}$/i;
const PLAYER = new RegExp(`^${HASH}$`);

/** Where media was requested from, as the Referer of the request says; empty where it does not. */
export interface RequestingPage {
  /** Host of the page around the player, or of the page that plays media itself. */
  host: string;
  /** Public id of the player. */
  player: string;
}

const NOWHERE: RequestingPage = { host: "", player: "" };

/**
 * Reads Referers. Embeds are pages of the edge: they put the host of the page around them and their player into their own address
 * (`page` and `via`), which browsers send with requests to the same origin.
 */
export class RequestingPages {
  readonly #edge: string;
  readonly #known = new LRUCache<string, RequestingPage>({ max: REMEMBERED });

  /** @param edgeUrl the public address of the edge. */
  constructor(edgeUrl: string) {
    this.#edge = new URL(edgeUrl).origin;
  }

  of(referer: string | undefined): RequestingPage {
    if (!referer || referer.length > LONGEST) return NOWHERE;
    const known = this.#known.get(referer);
    if (known) return known;
    const page = this.#read(referer);
    this.#known.set(referer, page);
    return page;
  }

  #read(referer: string): RequestingPage {
    if (!URL.canParse(referer)) return NOWHERE;
    const { origin, host, searchParams } = new URL(referer);
    if (origin !== this.#edge) return { host: HOST.test(host) ? withoutFinalDots(host) : "", player: "" };
    const [page, player] = [searchParams.get("page") ?? "", searchParams.get("via") ?? ""];
    return {
      host: HOST.test(page) ? withoutFinalDots(page.toLowerCase()) : "",
      player: PLAYER.test(player) ? player : "",
    };
  }
}
