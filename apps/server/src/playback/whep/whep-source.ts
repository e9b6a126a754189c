import { randomUUID } from "node:crypto";
import type { EdgeAudience } from "@kinora/domain/playback/audience.ts";
import { z } from "zod";
import { writeEdgeAudience } from "../../platform/access/audience.ts";
import { SDP, SDP_FRAGMENT } from "../../platform/http/session-descriptions.ts";
import type { Logger } from "../../platform/log.ts";
import { internalHeaders } from "../../platform/secrets/internal-token.ts";
import type { Secrets } from "../../platform/secrets/secrets.ts";
import type { Tracing } from "../../platform/tracing/tracing.ts";
import type { PlaybackStream } from "../playback-streams.ts";

/** Time for a live host's answer, which waits for the first picture. */
const LIVE_MS = 10_000;
const keptSessions = z.record(z.string(), z.number().min(0));

/** Asks live hosts about sessions of viewers. */
export class WhepSource {
  readonly #services: { secrets: Secrets; tracing: Tracing; log: Logger };
  readonly #name = randomUUID();

  constructor(services: { secrets: Secrets; tracing: Tracing; log: Logger }) {
    this.#services = services;
  }

  /** A viewer's offer; null when the live host of the stream does not answer. */
  create(stream: PlaybackStream, offer: string): Promise<Response | null> {
    return this.#ask(stream, stream.hash, { method: "POST", body: offer, headers: { "content-type": SDP } });
  }

  /** Lets sessions last, and tells the audience. Returns the bytes each was sent, without those that ended; null without an answer. */
  async keep(
    stream: PlaybackStream,
    ids: readonly string[],
    audience: EdgeAudience,
  ): Promise<Record<string, number> | null> {
    const answer = await this.#ask(stream, `${stream.hash}/viewers`, {
      method: "POST",
      body: JSON.stringify({ ids }),
      headers: {
        "content-type": "application/json",
        "x-edge": this.#name,
        "x-audience": writeEdgeAudience(audience),
      },
    });
    return answer?.ok ? keptSessions.parse(await answer.json()) : null;
  }

  /** Passes the PATCH of a session on. */
  change(stream: PlaybackStream, id: string, fragment: string): Promise<Response | null> {
    return this.#ask(stream, `sessions/${encodeURIComponent(id)}`, {
      method: "PATCH",
      body: fragment,
      headers: { "content-type": SDP_FRAGMENT },
    });
  }

  end(stream: PlaybackStream, id: string): Promise<Response | null> {
    return this.#ask(stream, `sessions/${encodeURIComponent(id)}`, { method: "DELETE" });
  }

  async #ask(
    { hostUrl }: PlaybackStream,
    path: string,
    init: { method: string; body?: string; headers?: Record<string, string> },
  ): Promise<Response | null> {
    const { secrets, tracing, log } = this.#services;
    if (hostUrl === null) return null;
    try {
      return await fetch(new URL(`/live/whep/${path}`, hostUrl), {
        ...init,
        headers: { ...init.headers, ...internalHeaders(secrets, tracing) },
        signal: AbortSignal.timeout(LIVE_MS),
      });
    } catch (error) {
      log.warn({ err: error, url: hostUrl }, "live host did not answer a viewer of WebRTC");
      return null;
    }
  }
}
