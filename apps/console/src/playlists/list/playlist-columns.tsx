import { formatDuration } from "@kinora/ui/durations.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Group } from "@mantine/core";
import { IconBroadcast, IconListNumbers, IconSparkles, IconPlaylist } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import type { Playlist } from "../queries.ts";
import styles from "../Playlists.module.css";

const icon = { size: 16, stroke: 1.6, "aria-hidden": true } as const;
const TYPE_ICONS = {
  manual: <IconListNumbers {...icon} />,
  smart: <IconSparkles {...icon} />,
  channel: <IconBroadcast {...icon} />,
};

/**
 * The columns of the playlists of a project.
 * @param plays by playlist; undefined until they are read. @param showsPlays whether the person may see them.
 */
export function usePlaylistColumns(
  plays: ReadonlyMap<number, number> | undefined,
  showsPlays: boolean,
): Column<Playlist>[] {
  const { t } = useTranslation("playlists");
  return [
    {
      id: "name",
      header: t("name"),
      min: 220,
      grow: 2,
      mobile: "title",
      sorts: ["name", "-name"],
      cell: (playlist, { phone }) => <NameCell playlist={playlist} phone={phone} />,
    },
    {
      id: "type",
      header: t("type"),
      min: 100,
      priority: 3,
      mobile: "meta",
      optional: true,
      cell: ({ type }) => <TypeCell type={type} />,
    },
    ...figureColumns(t("columnItems"), t("columnDuration")),
    ...(showsPlays ? [playsColumn(t("columnPlays"), plays)] : []),
    {
      id: "status",
      header: t("columnStatus"),
      min: 112,
      priority: 3,
      mobile: "meta",
      cell: ({ published }) => <PublishedCell published={published} />,
    },
    {
      id: "updated",
      header: t("columnUpdated"),
      min: 120,
      priority: 1,
      mobile: "hidden",
      optional: true,
      sorts: ["-updated", "updated"],
      cell: ({ updated_at: updated }) => <Moment at={updated} never="–" />,
    },
  ];
}

const figureColumns = (items: string, duration: string): Column<Playlist>[] => [
  {
    id: "items",
    header: items,
    min: 64,
    priority: 4,
    align: "end",
    mobile: "meta",
    cell: (playlist, { phone }) => <CountCell items={playlist.items} phone={phone} />,
  },
  {
    id: "duration",
    header: duration,
    min: 80,
    priority: 2,
    align: "end",
    mobile: "meta",
    optional: true,
    cell: ({ duration_seconds: seconds }) => <DurationCell seconds={seconds} />,
  },
];

const playsColumn = (header: string, plays: ReadonlyMap<number, number> | undefined): Column<Playlist> => ({
  id: "plays",
  header,
  min: 88,
  priority: 2,
  align: "end",
  mobile: "hidden",
  optional: true,
  cell: ({ id }) => <PlaysCell plays={plays?.get(id)} />,
});

function NameCell({ playlist, phone }: { playlist: Playlist; phone: boolean }) {
  const { id, hash, name, image_urls: images } = playlist;
  return (
    <Group gap="sm" wrap="nowrap" miw={0}>
      <Mosaic images={images} />
      <span className={styles["names"]}>
        <Link
          to="/playlist/$playlistId"
          params={{ playlistId: String(id) }}
          className={styles["name"] ?? ""}
          dir="auto"
        >
          {name}
        </Link>
        {phone ? null : <span className="mono muted">{hash}</span>}
      </span>
    </Group>
  );
}

function TypeCell({ type }: Pick<Playlist, "type">) {
  const { t } = useTranslation("playlists");
  return (
    <span className={styles["type"]}>
      {TYPE_ICONS[type]}
      {t(`type_${type}`)}
    </span>
  );
}

/** How many videos a playlist has; those of a smart one are counted on its page alone. */
function CountCell({ items, phone }: Pick<Playlist, "items"> & { phone: boolean }) {
  const { t } = useTranslation("playlists");
  if (items === null) return <span title={t("uncounted")}>–</span>;
  return phone ? t("videos", { count: items }) : <span className="number">{items}</span>;
}

function DurationCell({ seconds }: { seconds: number | null }) {
  return <span className="number">{seconds === null ? "–" : formatDuration(seconds)}</span>;
}

/** Nothing until the plays are read. */
function PlaysCell({ plays }: { plays: number | undefined }) {
  return plays === undefined ? null : <span className="number">{formatNumber(plays)}</span>;
}

function PublishedCell({ published }: Pick<Playlist, "published">) {
  const { t } = useTranslation("playlists");
  return (
    <StatusDot state={published ? "published" : "unpublished"}>
      {published ? t("published") : t("unpublished")}
    </StatusDot>
  );
}

/** The first four posters of a playlist in the place of one picture; a single one fills it. */
function Mosaic({ images }: { images: readonly string[] }) {
  const shown = images.length >= 4 ? images.slice(0, 4) : images.slice(0, 1);
  return (
    <span className={styles["mosaic"]} data-count={shown.length}>
      {shown.length === 0 ? (
        <IconPlaylist size={16} stroke={1.6} aria-hidden="true" />
      ) : (
        shown.map((image) => <img key={image} src={image} alt="" loading="lazy" decoding="async" />)
      )}
    </span>
  );
}
