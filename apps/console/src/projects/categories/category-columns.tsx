import type { Column } from "@kinora/ui/kit/columns.ts";
import { useCoarsePointer } from "@kinora/ui/kit/use-coarse-pointer.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { useTranslation } from "../../platform/i18n.ts";
import type { Category } from "../queries.ts";
import { CategorySwitch } from "./CategorySwitch.tsx";
import { ColourPicker } from "./ColourPicker.tsx";

/** The columns of the categories of a project. */
export function useCategoryColumns(projectId: number, canManage: boolean): Column<Category>[] {
  const { t } = useTranslation("projects");
  const coarse = useCoarsePointer();
  return [
    {
      id: "colour",
      header: t("colour"),
      headerHidden: true,
      min: coarse ? 44 : 28,
      mobile: "meta",
      cell: (category) => <ColourPicker category={category} projectId={projectId} disabled={!canManage} />,
    },
    { id: "name", header: t("category"), min: 120, grow: 2, mobile: "title", cell: ({ name }) => name },
    {
      id: "slug",
      header: t("slug"),
      min: 110,
      grow: 1,
      priority: 1,
      mobile: "hidden",
      optional: true,
      cell: ({ slug }) => <span className="mono muted">{slug}</span>,
    },
    {
      id: "videos",
      header: t("videos"),
      min: 56,
      align: "end",
      priority: 2,
      mobile: "meta",
      optional: true,
      cell: ({ videos }, { phone }) =>
        phone ? t("usesVideos", { count: videos, number: formatNumber(videos) }) : formatNumber(videos),
    },
    {
      id: "status",
      header: t("status"),
      min: 84,
      mobile: "meta",
      cell: (category) => <CategorySwitch category={category} projectId={projectId} disabled={!canManage} />,
    },
  ];
}
