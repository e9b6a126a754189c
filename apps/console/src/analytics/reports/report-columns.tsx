import { formatMoney, type Currency } from "@kinora/domain/billing/money.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Thumb } from "@kinora/ui/Thumb.tsx";
import { Group } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import { useMetricWords, type Metric, type MetricName } from "./metrics.ts";
import type { ReportRow, TranscodeRow } from "./report-queries.ts";
import styles from "./Reports.module.css";

/** The last column, which is hidden after the last two figures. */
const BEHIND_PRIORITY = 2.5;

/** A figure of a row; one that has no definition is no metric. */
export type FigureColumn = Pick<Metric, "id" | "format"> & { name: MetricName | "share" };

/** What a narrow window leaves out of the top livestreams first: it is in the figures above, or follows from others. */
export const STREAM_LEAVING = ["restream_hours", "sessions", "seconds_per_play", "bytes"] as const;

/** The least width of a column of figures: of its name, and of figures as long as `1,234,567` or `12,345.6 h`. */
const figureWidth = (header: string) => Math.max(74, Math.ceil(header.length * 6.6) + 4);

/**
 * Columns of figures, the first of them the last to leave.
 * @param leaving ids of those that leave before all others, the first of them first.
 */
export function useFigureColumns<Row extends ReportRow>(
  metrics: readonly FigureColumn[],
  leaving: readonly string[] = [],
): Column<Row>[] {
  const { t } = useTranslation("reports");
  const words = useMetricWords();
  return metrics.map(({ id, name, format }, place) => ({
    id,
    header: t(name),
    min: figureWidth(t(name)),
    priority: leaving.includes(id) ? leaving.indexOf(id) / leaving.length : metrics.length - place,
    align: "end",
    optional: true,
    mobile: place < 2 ? "meta" : "hidden",
    cell: (row, { phone }) => {
      const value: unknown = Reflect.get(row, id);
      const text = words(format, typeof value === "number" ? value : null);
      // Beside others in one line a number needs its name.
      return phone ? `${t(name)} ${text}` : text;
    },
  }));
}

/** The column that names a row; a name that narrows the report is pressed. @param narrow null for a row that cannot. */
export const nameColumn = <Row extends ReportRow>(
  header: string,
  nameOf: (row: Row) => string,
  narrow: (row: Row) => (() => void) | null,
): Column<Row> => ({
  id: "name",
  header,
  min: 180,
  grow: 2,
  mobile: "title",
  cell: (row) => <Name name={nameOf(row)} onClick={narrow(row)} />,
});

function Name({ name, onClick }: { name: string; onClick: (() => void) | null }) {
  if (!onClick) return name;
  return (
    <button type="button" className={styles["narrow"]} onClick={onClick} dir="auto">
      {name}
    </button>
  );
}

type ItemRow = ReportRow & { title: string; image_url: string | null; last_play_at: string | null };

/** The column that names a video or livestream of a top list, with its picture; pressing it narrows the report. */
export const itemColumn = <Row extends ItemRow>(
  header: string,
  of: "video" | "stream",
  narrow: (row: Row) => () => void,
): Column<Row> => ({
  ...nameColumn<Row>(header, ({ title }) => title, narrow),
  min: 200,
  cell: (row) => (
    <Group gap="sm" wrap="nowrap" miw={0} py={2} renderRoot={(props) => <span {...props} />}>
      <Thumb src={row.image_url} of={of} />
      <Name name={row.title} onClick={narrow(row)} />
    </Group>
  ),
});

/** What the bytes of a row cost; for owners, whose rows have it. */
export function useCostColumn<
  Row extends ReportRow & { cost?: { amount: number; currency: Currency } | undefined },
>(): Column<Row> {
  const { t } = useTranslation("reports");
  return {
    id: "cost",
    header: t("cost"),
    min: 140,
    priority: BEHIND_PRIORITY,
    align: "end",
    optional: true,
    mobile: "meta",
    cell({ cost }, { phone }) {
      if (!cost) return null;
      const words = formatMoney(cost.amount, cost.currency);
      // Three figures in one line: with the whole name they would be cut off.
      return phone ? `${t("costInLine")} ${words}` : words;
    },
  };
}

/** When a video or livestream of a top list was last played. */
export function useLastPlayColumn<Row extends ItemRow>(): Column<Row> {
  const { t } = useTranslation("reports");
  return {
    id: "last_play",
    header: t("last_play"),
    min: 104,
    priority: BEHIND_PRIORITY,
    optional: true,
    mobile: "hidden",
    cell: ({ last_play_at: at }) => <Moment at={at} never={t("none")} />,
  };
}

/** The place of a row in a top list, and how far it moved since the range before, when that is compared. */
export function useRankColumn<Row extends ReportRow & { rank: number; rank_before: number | null }>(
  compared: boolean,
): Column<Row> {
  const { t } = useTranslation("reports");
  return {
    id: "rank",
    header: t("rank"),
    min: compared ? 96 : 40,
    align: "end",
    // A phone shows the order, and names the place where it has moved.
    mobile: compared ? "meta" : "hidden",
    cell({ rank, rank_before: before }, { phone }) {
      const by = (before ?? rank) - rank;
      const words = !compared
        ? String(rank)
        : before === null
          ? t("rankNew", { rank })
          : by === 0
            ? t("rankSame", { rank })
            : t(by > 0 ? "rankUp" : "rankDown", { rank, by: Math.abs(by) });
      return phone ? `${t("rank")} ${words}` : words;
    },
  };
}

/** What a transcode took. */
export function useTranscodeColumns(narrow: (row: TranscodeRow) => () => void): Column<TranscodeRow>[] {
  const { t } = useTranslation("reports");
  const words = useMetricWords();
  const seconds = (
    id: string,
    header: string,
    priority: number,
    value: (row: TranscodeRow) => number | null,
  ): Column<TranscodeRow> => ({
    id,
    header,
    min: 96,
    priority,
    align: "end",
    optional: true,
    mobile: "hidden",
    cell: (row) => words("seconds", value(row)),
  });
  return [
    nameColumn(t("title"), ({ title }) => title, narrow),
    {
      id: "state",
      header: t("state"),
      min: 110,
      mobile: "meta",
      cell: ({ state }) => <StatusDot state={state}>{t(state)}</StatusDot>,
    },
    {
      id: "renditions",
      header: t("renditions"),
      min: 180,
      optional: true,
      mobile: "hidden",
      cell: ({ renditions }) =>
        renditions.map(({ lines }) => (lines === 0 ? t("audioAlone") : `${lines}p`)).join(", ") || t("none"),
    },
    {
      ...seconds("encoded", t("encoded_minutes"), 0, () => null),
      cell: (row) => words("minutes", row.encoded_minutes),
    },
    seconds("source", t("source"), 4, (row) => row.source_seconds),
    seconds("waited", t("waitedIn"), 2, (row) => row.waited_seconds),
    seconds("encode", t("encodedIn"), 3, (row) => row.encode_seconds),
    seconds("cpu", t("processorTime"), 1, (row) => row.cpu_seconds),
    {
      id: "finished",
      header: t("finished"),
      min: 120,
      priority: 5,
      optional: true,
      mobile: "meta",
      cell: ({ finished_at: at }) => <Moment at={at} />,
    },
  ];
}
