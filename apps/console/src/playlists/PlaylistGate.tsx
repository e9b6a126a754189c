import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button } from "@mantine/core";
import { IconPlaylistX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { problemOf, reasonOf } from "../platform/problem.ts";
import { playlistItemsQuery, playlistQuery, type PlaylistDetail, type PlaylistItems } from "./queries.ts";

/** Reads the playlist of an address with its videos, and shows what keeps a page from having them. */
export function PlaylistGate({
  address,
  children,
}: {
  /** The id as the address has it. */
  address: string;
  children: (playlist: PlaylistDetail, items: PlaylistItems) => ReactNode;
}) {
  const { t } = useTranslation(["playlists", "layout"]);
  const id = Number(address);
  const known = Number.isSafeInteger(id) && id > 0;
  const playlist = useQuery({ ...playlistQuery(id), enabled: known });
  const items = useQuery({ ...playlistItemsQuery(id), enabled: known });
  if (playlist.data && items.data) return children(playlist.data, items.data);
  const failed = playlist.isError ? playlist : items;
  if (known && !failed.isError) return <SkeletonRows label={t("loading")} />;
  if (known && problemOf(failed.error).status !== 404) {
    const retry = () => void Promise.all([playlist.refetch(), items.refetch()]);
    return <ErrorState message={reasonOf(failed.error)} retryLabel={t("layout:retry")} onRetry={retry} />;
  }
  return (
    <EmptyState
      isPage
      icon={<IconPlaylistX size={22} stroke={1.6} />}
      title={t("missing")}
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/playlist" {...props} />}>
          {t("back")}
        </Button>
      }
    >
      {t("missingText")}
    </EmptyState>
  );
}
