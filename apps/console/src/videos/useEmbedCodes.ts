import { embedCodes } from "@kinora/domain/embed.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import type { Video } from "../platform/videos.ts";

/** The ways to show a video elsewhere (spec §9). */
export function useEmbedCodes({ hash, title }: Pick<Video, "hash" | "title">) {
  const edgeUrl = useStore(session, (value) => value.config?.edge_url ?? "");
  return embedCodes(edgeUrl, hash, title);
}
