import { permissionNames } from "@kinora/domain/people/permission-names.ts";
import { CATEGORY_NAME_MAX } from "@kinora/domain/videos/categories.ts";
import { Button, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { fieldMessage } from "../../platform/problem.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useAction } from "../../platform/use-action.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { ListProblem } from "../../shell/lists/ListProblem.tsx";
import { categoriesKey, categoriesQuery } from "../queries.ts";
import { SettingsFrame } from "../SettingsFrame.tsx";
import { CategoryTable } from "./CategoryTable.tsx";
import styles from "../Settings.module.css";

/** The categories of a project in its own order. */
export default function CategoriesPage() {
  const { t } = useTranslation("projects");
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
        <p className={styles["locked"]}>{t("readOnly", { permission: permissionNames.categories_manage })}</p>
      )}
      <CategoryTable
        projectId={projectId}
        categories={list.data}
        canManage={canManage}
        problem={list.isError && list.data === undefined ? <ListProblem list={list} /> : null}
      />
      {list.data && list.data.length > 0 ? (
        <Text className="note" mt="xs">
          {t("offHint")}
        </Text>
      ) : null}
    </SettingsFrame>
  );
}

function AddCategory({ projectId }: { projectId: number }) {
  const { t } = useTranslation("projects");
  const [name, setName] = useState("");
  const [error, setError] = useState<string | null>(null);
  const create = useAction(api.categories.createCategory, {
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
    <form className={styles["add"]} onSubmit={submit} noValidate>
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
  );
}
