import type { ReceivedRequest } from "../../platform/http/client-address.ts";
import type { Logger } from "../../platform/log.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Audience } from "../audience.ts";
import { findItem, type FoundItem } from "../found-item.ts";
import type { Gate } from "../gate/gate.ts";
import type { PlaybackRules } from "../playback-rules.ts";
import type { PlaybackStream, PlaybackStreams } from "../playback-streams.ts";
import type { WhepSource } from "./whep-source.ts";

/** Between two looks at who still watches; shorter than the time after which a viewer counts as gone. */
const ROUND_MS = 5_000;

/** A network has one of so many parts of the places, so that none takes them all; others are served playlists. */
const NETWORKS = 5;
const FULL = "As many viewers of your network as may are watching over WebRTC already.";

/** A viewer of this edge who watches over WebRTC. */
export interface WhepViewer {
  hash: string;
  /** As rate limits count them: an IPv4 address, or an IPv6 /64. */
  network: string;
  /** The pass that their request carried; null without one. */
  pass: string | null;
  request: ReceivedRequest;
  /** Members are not counted: reports leave out the own team. */
  isMember: boolean;
  /** Adds bytes to what was delivered. */
  delivered(bytes: number): void;
}

/** What the viewers depend on. */
export interface WhepViewersPort {
  rules: PlaybackRules;
  streams: PlaybackStreams;
  gate: Pick<Gate, "isOpen" | "recheck">;
  audience: Pick<Audience, "note" | "of" | "sent" | "viewerOf">;
  source: Pick<WhepSource, "keep" | "end">;
  log: Logger;
  /** How many viewers a live host serves. */
  most: number;
  roundMs?: number;
}

/**
 * The viewers whom this edge has admitted. As players of playlists are with each request, they are decided on again and counted every few
 * seconds, for as long as they watch; a live host ends those that no edge asks for.
 */
export class WhepViewers {
  readonly #port: WhepViewersPort;
  /** By the names of their sessions. */
  readonly #viewers = new Map<string, WhepViewer & { sentBytes: number }>();
  /** The networks of those whose offers are being answered. */
  readonly #arriving: string[] = [];
  #rounds: NodeJS.Timeout | undefined;
  /** Livestreams whose viewers are being checked. */
  readonly #looking = new Set<string>();

  constructor(port: WhepViewersPort) {
    this.#port = port;
  }

  /** Keeps a place for a viewer of a network until `begin` has ended. @throws Refusal `unavailable` when the network has none left */
  async arrive<Result>(network: string, begin: () => Promise<Result>): Promise<Result> {
    const watching = [...this.#viewers.values()].map((viewer) => viewer.network);
    const places = [...watching, ...this.#arriving].filter((each) => each === network).length;
    if (places >= Math.max(1, Math.floor(this.#port.most / NETWORKS))) throw new Refusal("unavailable", FULL);
    this.#arriving.push(network);
    try {
      return await begin();
    } finally {
      this.#arriving.splice(this.#arriving.indexOf(network), 1);
    }
  }

  add(id: string, viewer: WhepViewer): void {
    this.#viewers.set(id, { ...viewer, sentBytes: 0 });
    this.#count(viewer);
    this.#rounds ??= setInterval(() => this.#round(), this.#port.roundMs ?? ROUND_MS);
  }

  /** Whether a viewer may watch a livestream now, by the pass of an earlier admission. */
  async mayStay(found: FoundItem, request: ReceivedRequest, pass: string | null): Promise<boolean> {
    if (!found.gated) return true;
    if (pass === null) return this.#port.gate.isOpen(found.gated.profileId);
    const again = await this.#port.gate.recheck(found.gated, request, pass);
    return again !== null && again.kind !== "refused";
  }

  close(): void {
    clearInterval(this.#rounds);
  }

  /** Looks at each livestream apart: one whose host is silent must not delay the others beyond the lease of their sessions. */
  #round(): void {
    const hashes = new Set([...this.#viewers.values()].map((viewer) => viewer.hash));
    for (const hash of hashes) {
      if (this.#looking.has(hash)) continue;
      this.#looking.add(hash);
      this.#lookAt(hash)
        .catch((error: unknown) => this.#port.log.warn({ err: error, hash }, "viewers of WebRTC not checked"))
        .finally(() => this.#looking.delete(hash));
    }
    if (hashes.size > 0) return;
    clearInterval(this.#rounds);
    this.#rounds = undefined;
  }

  async #lookAt(hash: string): Promise<void> {
    const { streams, source, audience } = this.#port;
    const stream = await streams.find(hash);
    const staying: string[] = [];
    for (const [id, viewer] of this.#viewers) {
      if (viewer.hash !== hash) continue;
      if (stream && (await this.#staysBy(viewer))) {
        this.#count(viewer);
        staying.push(id);
      } else await this.#send(id, stream);
    }
    if (!stream || staying.length === 0) return;
    const sent = await source.keep(stream, staying, audience.of(hash));
    // A host that does not answer is asked again; its viewers go on for as long as their lease.
    if (sent) for (const id of staying) this.#sent(id, sent[id]);
  }

  async #staysBy({ hash, pass, request }: WhepViewer): Promise<boolean> {
    return this.mayStay(await findItem(this.#port, hash, pass), request, pass);
  }

  /** Ends the session of a viewer who may not watch any more. */
  async #send(id: string, stream: PlaybackStream | null): Promise<void> {
    this.#viewers.delete(id);
    if (stream) await this.#port.source.end(stream, id);
  }

  #sent(id: string, bytes: number | undefined): void {
    const viewer = this.#viewers.get(id);
    if (!viewer) return;
    if (bytes === undefined) {
      this.#viewers.delete(id);
      return;
    }
    const more = bytes - viewer.sentBytes;
    viewer.sentBytes = bytes;
    this.#port.audience.sent(viewer.hash, more);
    viewer.delivered(more);
  }

  #count({ hash, request, isMember }: WhepViewer): void {
    const { audience } = this.#port;
    if (!isMember) audience.note(hash, audience.viewerOf(request));
  }
}
