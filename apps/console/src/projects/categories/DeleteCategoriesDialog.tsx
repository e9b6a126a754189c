import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { fieldMessage } from "../../platform/problem.ts";
import { useAction } from "../../platform/use-action.ts";
import { categoriesKey, type Category } from "../queries.ts";

interface DeleteCategoriesDialogProps {
  projectId: number;
  chosen: readonly Category[];
  others: readonly Category[];
  onClose: () => void;
  onDone: () => void;
}

/** Asks what the videos of several categories get before these go together. */
export function DeleteCategoriesDialog({ projectId, chosen, others, onClose, onDone }: DeleteCategoriesDialogProps) {
  const { t } = useTranslation("projects");
  const [intoId, setIntoId] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const remove = useAction(api.categories.deleteCategories, {
    changes: [categoriesKey(projectId), ["videos"]],
    config: true,
    failure: t("categoriesNotDeleted"),
    onDone,
    onProblem(problem) {
      const about = fieldMessage(problem, "replacement_id");
      setError(about);
      return about !== null;
    },
  });
  const submit = () =>
    remove.mutate({
      project_id: projectId,
      ids: chosen.map(({ id }) => id),
      ...(intoId === null ? {} : { replacement_id: Number(intoId) }),
    });
  const videos = chosen.reduce((sum, category) => sum + category.videos, 0);
  return (
    <FormDialog
      title={t("deleteCategoriesTitle", { count: chosen.length })}
      submit={t("delete")}
      danger
      saving={remove.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>
        {t("deleteCategoriesText")} {t("categoriesHaveVideos", { count: videos })}
      </Text>
      <Select
        label={t("replacement")}
        placeholder={t("noCategory")}
        clearable
        searchable
        error={error}
        data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={intoId}
        onChange={(id) => {
          setIntoId(id);
          setError(null);
        }}
      />
    </FormDialog>
  );
}
