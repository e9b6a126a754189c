import type { Column } from "@kinora/ui/kit/columns.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { countColumn, createdColumn } from "../../shell/lists/columns.tsx";
import { LivestreamsCell, StorageCell, type Stored } from "./project-cells.tsx";

interface ListedProject extends Stored {
  name: string;
  domain: string;
  videos: number;
  livestreams: number;
  on_air: number;
  created_at: string;
}

/** Columns that the projects of an account and those of all accounts have in common, by id. */
export function useCommonProjectColumns<Row extends ListedProject>() {
  const { t } = useTranslation("projectList");
  const name: Column<Row> = {
    id: "name",
    header: t("name"),
    min: 160,
    grow: 2,
    mobile: "title",
    cell: (project) => project.name,
  };
  const domain: Column<Row> = {
    id: "domain",
    header: t("domain"),
    min: 150,
    grow: 1,
    priority: 5,
    mobile: "meta",
    cell: (project) => project.domain,
  };
  const livestreams: Column<Row> = {
    id: "livestreams",
    header: t("livestreams"),
    min: 110,
    priority: 3,
    align: "end",
    optional: true,
    mobile: "hidden",
    cell: (project) => <LivestreamsCell livestreams={project.livestreams} onAir={project.on_air} />,
  };
  const storage: Column<Row> = {
    id: "storage",
    header: t("storage"),
    min: 140,
    priority: 6,
    align: "end",
    mobile: "meta",
    cell: (project) => <StorageCell project={project} />,
  };
  return {
    name,
    domain,
    videos: countColumn<Row>({ id: "videos", header: t("videos"), priority: 4 }, ({ videos }) => videos),
    livestreams,
    storage,
    created: createdColumn<Row>(t("created"), 1),
  };
}
