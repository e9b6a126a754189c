import { PAGE_SIZES } from "@kinora/domain/pages.ts";
import { IN_PROGRESS_STATUSES, VIDEO_STATUSES, type VideoStatus } from "@kinora/domain/videos.ts";
import { Segments } from "@kinora/ui/Segments.tsx";
import { useTranslation } from "react-i18next";
import { SearchBox } from "../layout/SearchBox.tsx";
import { ColumnMenu } from "./ColumnMenu.tsx";
import { FilterMenu } from "./FilterMenu.tsx";
import type { LibraryType, LibraryView } from "./libraryView.ts";
import styles from "./LibraryPage.module.css";

interface LibraryToolbarProps {
  projectId: number;
  view: LibraryView;
  show: (change: Partial<LibraryView>) => void;
  columns: readonly string[];
  onColumns: (columns: string[]) => void;
  layout: "table" | "grid";
  onLayout: (layout: string[]) => void;
}

/** The statuses a list can hold. */
const STATUSES: Record<LibraryType, readonly VideoStatus[]> = {
  completed: [],
  inprogress: IN_PROGRESS_STATUSES,
  recent: VIDEO_STATUSES,
  failed: [],
  trash: [],
};

/** What narrows a list, and how it is shown. */
export function LibraryToolbar({ projectId, view, show, columns, onColumns, layout, onLayout }: LibraryToolbarProps) {
  const { t } = useTranslation(["videos", "library"]);
  const { type } = view;
  return (
    <div className={styles["toolbar"]}>
      <SearchBox value={view.search} label={t("search")} onSearch={(search) => show({ search })} />
      <Segments
        aria-label={t("filterPublished")}
        value={view.published ?? "all"}
        onChange={(value) => show({ published: value === "true" || value === "false" ? value : null })}
        data={[
          { value: "all", label: t("all") },
          { value: "true", label: t("published") },
          { value: "false", label: t("unpublished") },
        ]}
      />
      <FilterMenu
        projectId={projectId}
        statuses={STATUSES[type]}
        narrowing={view.narrowing}
        onChange={(narrowing) => show({ narrowing })}
      />
      {type === "trash" || type === "inprogress" ? null : (
        <>
          <ColumnMenu columns={columns} onChange={onColumns} />
          <Segments
            aria-label={t("library:layout")}
            value={layout}
            onChange={(value) => onLayout([value])}
            data={[
              { value: "table", label: t("library:table") },
              { value: "grid", label: t("library:grid") },
            ]}
          />
        </>
      )}
      {type === "recent" ? null : (
        <select
          className={styles["perPage"]}
          aria-label={t("perPage")}
          value={view.per_page}
          onChange={(event) => show({ per_page: Number(event.currentTarget.value) })}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
