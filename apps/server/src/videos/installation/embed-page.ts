import { embedQuery } from "@kinora/domain/playback/embed.ts";
import type { Context } from "../../context.ts";
import { traceHeaders } from "../../platform/tracing/tracing.ts";
import { missingVideo } from "../video-changes.ts";

const PATIENCE_MS = 5_000;

/** How the embed page is asked for. */
interface EmbedRequest {
  /** Public id of a player; null for the project's default one. */
  player: string | null;
  /** URL of the page that embeds it. */
  page: string | null;
}

/**
 * What the edge answers to a request for a video's embed page, as a browser without an account gets it. The request is a
 * HEAD, which the edge counts as no load. @throws Refusal `not_found`.
 */
export async function seeEmbedPage(
  { db, config, log, tracing }: Context,
  videoId: number,
  { player, page }: EmbedRequest,
) {
  const video = await db
    .selectFrom("videos")
    .select("hash")
    .where("id", "=", videoId)
    .where("shelf", "<>", "gone")
    .executeTakeFirst();
  if (!video) throw missingVideo();
  const query = embedQuery({ player });
  const path = `/embed/${video.hash}${query === "" ? "" : `?${query}`}`;
  const url = config.urls.edge + path;
  try {
    const answer = await fetch(config.internalUrls.edge + path, {
      method: "HEAD",
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { ...(page === null ? {} : { referer: page }), ...traceHeaders(tracing) },
    });
    const headers = [...answer.headers].map(([name, value]) => ({ name, value }));
    return { url, seen: { status: answer.status, headers } };
  } catch (error) {
    log.warn({ err: error, url }, "embed page not read");
    return { url, seen: null };
  }
}
