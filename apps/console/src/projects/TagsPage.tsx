import { pageLinks } from "@kinora/domain/pages.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Pager } from "@kinora/ui/Pager.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button } from "@mantine/core";
import { IconTags } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { problemOf } from "../platform/problem.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { BREAKPOINTS, useNarrowerThan } from "../platform/useMediaQuery.ts";
import { AddTags } from "./AddTags.tsx";
import { tagsQuery, type TagView } from "./queries.ts";
import { SettingsFrame } from "./SettingsFrame.tsx";
import { TagFilters } from "./TagFilters.tsx";
import { TagTable } from "./TagTable.tsx";
import { tagSearch, tagView } from "./tagView.ts";
import styles from "./Settings.module.css";
import table from "./SettingsTable.module.css";

/** The tags of a project, however many. The address holds search, order and page. */
export default function TagsPage() {
  const { t } = useTranslation(["projects", "layout"]);
  const navigate = useNavigate();
  const view = tagView(useSearch({ from: "/app/settings/project/tags" }));
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const { permissions } = useViewer();
  const links = useNarrowerThan(BREAKPOINTS.pagination) ? 5 : 7;
  const list = useQuery({ ...tagsQuery(projectId ?? 0, view), enabled: projectId !== null });
  if (projectId === null) return null;
  const canManage = permissions.tags_manage;
  const show = (change: Partial<TagView>) =>
    void navigate({
      to: "/settings/project/tags",
      search: tagSearch({ ...view, page: 1, ...change }),
      resetScroll: false,
    });
  const filtered = view.search !== null || view.unused;
  const page = list.data?.pagination;
  return (
    <SettingsFrame>
      {canManage ? (
        <AddTags projectId={projectId} />
      ) : (
        <p className={styles["locked"]}>{t("readOnly", { permission: "tags_manage" })}</p>
      )}
      <TagFilters view={view} projectId={projectId} canManage={canManage} onShow={show} />
      <div className={table["frame"]}>
        {list.data === undefined ? (
          list.isError ? (
            <ErrorState
              message={problemOf(list.error).message ?? t("layout:pageFailed")}
              retryLabel={t("layout:retry")}
              onRetry={() => void list.refetch()}
            />
          ) : (
            <SkeletonRows label={t("loading")} thumb={false} />
          )
        ) : list.data.data.length > 0 ? (
          <TagTable projectId={projectId} tags={list.data.data} canManage={canManage} />
        ) : filtered ? (
          <EmptyState
            icon={<IconTags size={22} stroke={1.6} />}
            title={t("tagsNoMatch")}
            action={
              <Button variant="default" onClick={() => show({ search: null, unused: false })}>
                {t("layout:clearFilters")}
              </Button>
            }
          />
        ) : (
          <EmptyState icon={<IconTags size={22} stroke={1.6} />} title={t("tagsEmpty")}>
            {t("tagsEmptyText")}
          </EmptyState>
        )}
      </div>
      {page && page.total > 0 ? (
        <Pager
          page={page.page}
          max={page.max}
          links={pageLinks(page.page, page.max, links)}
          onPage={(number) => show({ page: number })}
          summary={t("layout:pageRange", { from: page.from, to: page.to, total: formatNumber(page.total) })}
          labels={{
            pages: t("layout:pages"),
            previous: t("layout:previousPage"),
            next: t("layout:nextPage"),
            page: (number) => t("layout:pageNumber", { page: number }),
          }}
        />
      ) : null}
    </SettingsFrame>
  );
}
