import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { personName } from "@kinora/ui/kit/people.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { useTranslation } from "../../platform/i18n.ts";
import type { Tag } from "../queries.ts";

/** The columns of the tags of a project. */
export function useTagColumns(): Column<Tag>[] {
  const { t } = useTranslation("projects");
  const usesOf = ({ videos, livestreams }: Tag) =>
    [
      ...(videos > 0 ? [t("usesVideos", { count: videos, number: formatNumber(videos) })] : []),
      ...(livestreams > 0 ? [t("usesLivestreams", { count: livestreams, number: formatNumber(livestreams) })] : []),
    ].join(", ") || t("usesNothing");
  return [
    { id: "name", header: t("tag"), min: 160, grow: 2, mobile: "title", sorts: ["name"], cell: ({ name }) => name },
    {
      id: "uses",
      header: t("uses"),
      min: 150,
      grow: 1,
      align: "end",
      mobile: "meta",
      sorts: ["-videos"],
      cell: usesOf,
    },
    {
      id: "author",
      header: t("createdBy"),
      min: 140,
      grow: 1,
      priority: 1,
      mobile: "hidden",
      optional: true,
      cell: ({ created_by }) => <bdi className="muted">{created_by ? personName(created_by) : t("apiKey")}</bdi>,
    },
    {
      id: "created",
      header: t("created"),
      min: 110,
      priority: 2,
      mobile: "meta",
      optional: true,
      sorts: ["-created_at"],
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ];
}
