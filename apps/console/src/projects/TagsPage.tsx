import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button } from "@mantine/core";
import { IconTags } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ListPager } from "../layout/ListPager.tsx";
import { useLastPage } from "../layout/useLastPage.ts";
import { useViewer } from "../layout/useViewer.ts";
import { reasonOf } from "../platform/problem.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
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
  const list = useQuery({ ...tagsQuery(projectId ?? 0, view), enabled: projectId !== null });
  const show = (change: Partial<TagView>, instead = false) =>
    void navigate({
      to: "/settings/project/tags",
      search: tagSearch({ ...view, page: 1, ...change }),
      replace: instead,
      resetScroll: false,
    });
  const leaving = useLastPage(list.isPlaceholderData ? undefined : list.data?.pagination, (last) =>
    show({ page: last }, true),
  );
  if (projectId === null) return null;
  const canManage = permissions.tags_manage;
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
        {list.data === undefined || leaving ? (
          list.isError ? (
            <ErrorState
              message={reasonOf(list.error)}
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
      {page ? <ListPager pagination={page} onPage={(number) => show({ page: number })} /> : null}
    </SettingsFrame>
  );
}
