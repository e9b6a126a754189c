import { PLAYLIST_SORTS } from "@kinora/domain/playlists/playlists.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { ActionMenu } from "@kinora/ui/kit/ActionMenu.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Button, Text, VisuallyHidden } from "@mantine/core";
import { IconArrowsSort, IconPlaylist } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import type { PlaylistItem } from "../queries.ts";
import { OrderList } from "./OrderList.tsx";
import type { useItemChanges } from "./use-item-changes.ts";
import styles from "./Manage.module.css";

/** The videos that people put into a playlist, in their order; each change is saved at once. */
export function OrderPane({
  items,
  smart,
  readOnly,
  changes,
}: {
  items: readonly PlaylistItem[];
  smart: boolean;
  readOnly: boolean;
  changes: ReturnType<typeof useItemChanges>;
}) {
  const { t } = useTranslation(["managePlaylist", "playlists"]);
  const [said, setSaid] = useState("");
  const seconds = items.reduce((sum, item) => sum + (item.duration_seconds ?? 0), 0);
  const move = (item: PlaylistItem, position: number) => {
    changes.move(item.video_id, position);
    setSaid(t("moved", { title: item.title || t("playlists:untitled"), place: position + 1, count: items.length }));
  };
  const remove = (item: PlaylistItem) => {
    changes.remove(item.video_id);
    setSaid(t("removed", { title: item.title || t("playlists:untitled") }));
  };
  const sort =
    readOnly || items.length < 2 ? undefined : (
      <ActionMenu actions={PLAYLIST_SORTS.map((by) => ({ label: t(`sort_${by}`), onChoose: () => changes.sort(by) }))}>
        <Button variant="default" size="compact-sm" leftSection={<IconArrowsSort size={14} stroke={1.6} />}>
          {t("sortBy")}
        </Button>
      </ActionMenu>
    );
  return (
    <Panel title={smart ? t("orderPinned") : t("order")} action={sort} flush>
      {smart ? (
        <Text className="note" py="xs" px="md">
          {t("pinnedText")}
        </Text>
      ) : null}
      {items.length === 0 ? (
        <EmptyState icon={<IconPlaylist size={22} stroke={1.6} />} title={t("playlists:noVideos")}>
          {t("playlists:noVideosText")}
        </EmptyState>
      ) : (
        <OrderList items={items} readOnly={readOnly} onMove={move} onRemove={remove} />
      )}
      <p className={styles["foot"]}>
        {t("playlists:length", {
          videos: t("playlists:videos", { count: items.length }),
          duration: formatDuration(seconds),
        })}
      </p>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </Panel>
  );
}
