import { shareLink } from "@kinora/domain/playback/embed.ts";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { isMoving, useLiveProgress, usePollInterval } from "../../platform/use-live-videos.ts";
import { useSelectedRows } from "../../shell/lists/use-selected-rows.ts";
import { useMovingPreviews } from "../posters/use-moving-previews.ts";
import { usePeek, type Peek } from "../preview/use-peek.ts";
import { libraryQuery } from "./library-queries.ts";
import { selectionOf, type LibraryAt } from "./library-view.ts";

/** A list of the library: what it shows, at which address, and the video beside it. */
export interface LibraryListProps {
  projectId: number;
  at: LibraryAt;
  peek: Peek;
}

/** Deleted videos have nothing to show beside the list. */
const NO_PEEK: Peek = { id: null, onPeek: () => {} };

/**
 * The videos of a list with what every list of the library does: follow what is in progress, select rows, open one
 * beside the list, and let posters move.
 * @param facts whether what is known about the files is read too.
 */
export function useLibraryList({ projectId, at: { address }, peek }: LibraryListProps, facts = false) {
  const query = libraryQuery(projectId, address, facts);
  const list = useQuery(query);
  const videos = list.data?.data ?? [];
  const moving = videos.filter(isMoving);
  useLiveProgress(moving.map(({ id }) => id));
  useQuery({ ...query, refetchInterval: usePollInterval(moving.length > 0) });
  const rows = useRef<HTMLDivElement>(null);
  usePeek(rows, address.type === "trash" ? NO_PEEK : peek);
  const edgeUrl = useStore(session, ({ config }) => config?.edge_url ?? "");
  const { t } = useTranslation("videos");
  useMovingPreviews(rows, {
    onPlay: address.type === "trash" ? NO_PEEK.onPeek : peek.onPeek,
    onCopy(id, startSeconds) {
      const video = videos.find((each) => each.id === id);
      if (video) void copyText(t("linkAtTime"), shareLink(edgeUrl, video.hash, { startSeconds }));
    },
  });
  const { selected, setSelected } = useSelectedRows(videos);
  const pagination = list.data?.pagination;
  const beyond = pagination !== undefined && pagination.total > videos.length && address.type !== "recent";
  return {
    list,
    /** Holds the rows. */
    rows,
    selection: {
      selected,
      onChange: (ids: ReadonlySet<number | string>) =>
        setSelected(new Set([...ids].filter((id) => typeof id === "number"))),
    },
    bulk: {
      projectId,
      selected,
      /** Everything the list's filter shows, when it goes beyond this page. */
      matching: beyond ? { selection: selectionOf(address), total: pagination.total, more: pagination.more } : null,
      onClear: () => setSelected(new Set()),
    },
  };
}
