import { formatBytes } from "@kinora/ui/bytes.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { useTranslation } from "../platform/i18n.ts";
import type { AccountStatistics } from "./queries.ts";

type Row = AccountStatistics["projects"][number];

/** The columns of an account's figures by project. */
export function useStatisticsColumns(): Column<Row>[] {
  const { t } = useTranslation("accounts");
  const hours = (amount: number) => t("hours", { hours: formatNumber(Math.round(amount * 10) / 10) });
  const figure = (
    id: string,
    header: string,
    priority: number,
    words: (row: Row) => string,
    mobile: "meta" | "hidden" = "hidden",
  ): Column<Row> => ({
    id,
    header,
    min: 96,
    priority,
    align: "end",
    optional: true,
    mobile,
    cell: (row, { phone }) => (phone ? `${header} ${words(row)}` : words(row)),
  });
  return [
    {
      id: "name",
      header: t("name"),
      min: 160,
      grow: 2,
      mobile: "title",
      cell: ({ name, deleted }) => (deleted ? t("deletedProject", { name }) : name),
    },
    figure("videos", t("videos"), 5, ({ videos }) => formatNumber(videos)),
    figure("storage", t("storage"), 7, (row) => formatBytes(row.storage_bytes), "meta"),
    figure("bytes", t("bytesOut"), 6, (row) => formatBytes(row.bytes_out), "meta"),
    figure("plays", t("plays"), 4, ({ plays }) => formatNumber(plays)),
    figure("encoded", t("encoded"), 3, (row) =>
      t("minutes", { minutes: formatNumber(Math.round(row.encoded_minutes)) }),
    ),
    figure("live", t("live"), 2, (row) => hours(row.live_hours)),
    figure("restreamed", t("restreamed"), 1, (row) => hours(row.restream_hours)),
    figure("members", t("people"), 1, ({ members }) => formatNumber(members)),
  ];
}
