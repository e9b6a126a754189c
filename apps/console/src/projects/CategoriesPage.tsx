import { CATEGORY_NAME_MAX } from "@kinora/domain/categories.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button, TextInput } from "@mantine/core";
import { IconCategory, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { fieldMessage, reasonOf } from "../platform/problem.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { CategoryTable } from "./CategoryTable.tsx";
import { categoriesKey, categoriesQuery } from "./queries.ts";
import { SettingsFrame } from "./SettingsFrame.tsx";
import { useSettingsCall } from "./useSettingsCall.ts";
import styles from "./Settings.module.css";
import table from "./SettingsTable.module.css";

/** The categories of a project in its own order. */
export default function CategoriesPage() {
  const { t } = useTranslation(["projects", "layout"]);
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const { permissions } = useViewer();
  const list = useQuery({ ...categoriesQuery(projectId ?? 0), enabled: projectId !== null });
  if (projectId === null) return null;
  const canManage = permissions.categories_manage;
  return (
    <SettingsFrame>
      {canManage ? (
        <AddCategory projectId={projectId} />
      ) : (
        <p className={styles["locked"]}>{t("readOnly", { permission: "categories_manage" })}</p>
      )}
      <div className={table["frame"]}>
        {list.data === undefined ? (
          list.isError ? (
            <ErrorState
              message={reasonOf(list.error)}
              retryLabel={t("layout:retry")}
              onRetry={() => void list.refetch()}
            />
          ) : (
            <SkeletonRows label={t("loading")} thumb={false} />
          )
        ) : list.data.length === 0 ? (
          <EmptyState icon={<IconCategory size={22} stroke={1.6} />} title={t("categoriesEmpty")}>
            {t("categoriesEmptyText")}
          </EmptyState>
        ) : (
          <CategoryTable projectId={projectId} categories={list.data} canManage={canManage} />
        )}
      </div>
      {list.data && list.data.length > 0 ? <p className={styles["below"]}>{t("offHint")}</p> : null}
    </SettingsFrame>
  );
}

function AddCategory({ projectId }: { projectId: number }) {
  const { t } = useTranslation("projects");
  const [name, setName] = useState("");
  const [error, setError] = useState<string | null>(null);
  const create = useSettingsCall({
    call: api.categories.createCategory,
    changes: [categoriesKey(projectId)],
    failure: t("categoryNotSaved"),
    config: true,
    onDone: () => setName(""),
    onProblem(problem) {
      const about = fieldMessage(problem, "name");
      setError(about);
      return about !== null;
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    if (name.trim() === "") return setError(t("categoryNameEmpty"));
    create.mutate({ project_id: projectId, name });
  };
  return (
    <div className={table["toolbar"]}>
      <form onSubmit={submit} noValidate>
        <TextInput
          aria-label={t("categoryName")}
          placeholder={t("newCategory")}
          autoComplete="off"
          maxLength={CATEGORY_NAME_MAX}
          value={name}
          error={error}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setError(null);
          }}
        />
        <Button type="submit" leftSection={<IconPlus size={16} stroke={1.6} />} loading={create.isPending}>
          {t("addCategory")}
        </Button>
      </form>
    </div>
  );
}
