import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { clientAddress, type IsTrusted, type ReceivedRequest } from "../platform/http/client-address.ts";
import type { CountryDatabase } from "../platform/http/countries.ts";
import type { DeliveredAs } from "./delivered-kind.ts";
import type { Gate } from "./gate/gate.ts";
import { looksLikeViewerPass } from "./gate/viewer-pass.ts";
import type { RequestingPages } from "./requesting-page.ts";

const REMEMBERED = 20_000;
const FIRST_ERROR = 400;
/** A cache in front whose log is imported names itself in this header of its requests. */
const LOGGED_BY = "kinora-delivery-log";
/** Tells that cache, also with each answer it stores, that its log counts; it is removed before the answer is passed on. */
const COUNTED_BY = "kinora-counted-by";

/** The video or livestream that was delivered. */
export interface DeliveredItem {
  kind: "video" | "stream";
  id: number;
  projectId: number;
}

/** What was delivered, to where. */
export interface Delivered extends DeliveredAs {
  item: DeliveredItem;
  /** Of the page that a viewer's pass was given out for, or that the request names; empty where neither is known. */
  host: string;
  /** Public id of the player; empty where the request does not name it. */
  player: string;
  /** Empty where it is unknown. */
  country: string;
}

interface Parts {
  gate: Pick<Gate, "pageOfPass">;
  geo: CountryDatabase;
  pages: RequestingPages;
  isTrusted: IsTrusted;
  /** Takes the bytes of an answer. */
  count: (delivered: Delivered, bytes: number) => void;
}

/** Measures what answers send, with their headers, and also when they are aborted. It costs a request little more than a look into a map. */
export class Deliveries {
  readonly #parts: Parts;
  readonly #hosts = new LRUCache<string, string>({ max: REMEMBERED });
  /** Of which database the countries are. */
  #database = "";
  readonly #countries = new LRUCache<string, string>({ max: REMEMBERED });

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Measures the answer to a request for media of an item; refusals and errors are not counted. `hash` is its public id.
   * What a trusted cache requests whose log is imported is counted by that log: the edge cannot know what the cache sends.
   */
  note(
    request: IncomingMessage,
    response: ServerResponse,
    item: DeliveredItem,
    { hash, pass }: { hash: string; pass: string | null },
    as: DeliveredAs,
  ): void {
    const { socket } = request;
    if (request.headers[LOGGED_BY] !== undefined && this.#parts.isTrusted(socket.remoteAddress ?? "")) {
      response.setHeader(COUNTED_BY, "log");
      return;
    }
    const before = socket.bytesWritten;
    const delivered = this.measure(request, item, { hash, pass }, as);
    response.once("close", () => {
      if (response.statusCode < FIRST_ERROR) delivered(socket.bytesWritten - before);
    });
  }

  /** Says where to what follows on a request is delivered. Returns a function that adds bytes of it. */
  measure(
    request: ReceivedRequest,
    item: DeliveredItem,
    { hash, pass }: { hash: string; pass: string | null },
    { kind, height }: DeliveredAs,
  ): (bytes: number) => void {
    const address = clientAddress(request, this.#parts.isTrusted);
    return (bytes) => {
      const { host, player } = this.#parts.pages.of(request.headers.referer);
      const of = { host: this.#hostOf(hash, pass) || host, player, country: this.#countryOf(address) };
      this.#parts.count({ item, kind, height, ...of }, bytes);
    };
  }

  #hostOf(hash: string, pass: string | null): string {
    if (pass === null || !looksLikeViewerPass(pass)) return "";
    const known = this.#hosts.get(pass);
    if (known !== undefined) return known;
    const page = this.#parts.gate.pageOfPass(hash, pass);
    const host = page !== null && URL.canParse(page) ? new URL(page).host : "";
    this.#hosts.set(pass, host);
    return host;
  }

  #countryOf(address: string): string {
    const { builtAt, source } = this.#parts.geo;
    const database = `${source} ${builtAt.getTime()}`;
    if (database !== this.#database) this.#countries.clear();
    this.#database = database;
    const known = this.#countries.get(address);
    if (known !== undefined) return known;
    const country = this.#parts.geo.of(address) ?? "";
    this.#countries.set(address, country);
    return country;
  }
}
