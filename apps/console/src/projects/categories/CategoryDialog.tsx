import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { fieldMessage } from "../../platform/problem.ts";
import { useAction } from "../../platform/use-action.ts";
import { categoriesKey, type Category } from "../queries.ts";

/** A category on its way out: into another one, or away. */
export interface CategoryLeaving {
  category: Category;
  how: "delete" | "merge";
}

interface Props {
  leaving: CategoryLeaving | null;
  others: readonly Category[];
  projectId: number;
  onClose: () => void;
}

/** Merges a category into another one, or deletes it: its videos get the other one, or none. */
const letGo = ({ category: { id }, how }: CategoryLeaving, intoId: number | null) =>
  how === "merge"
    ? api.categories.mergeCategory({ id, into_id: Number(intoId) })
    : api.categories.deleteCategory({ id, ...(intoId === null ? {} : { replacement_id: intoId }) });

/** The category that leaves, where its videos go, and what is wrong with that: begun again with each other category. */
function useDestination(leaving: CategoryLeaving | null) {
  const [intoId, setIntoId] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  // The words stay while the dialog fades out.
  const [shown, setShown] = useState<CategoryLeaving | null>(null);
  const choose = (id: string | null) => {
    setIntoId(id);
    setError(null);
  };
  if (leaving !== null && leaving !== shown) {
    setShown(leaving);
    choose(null);
  }
  return { shown, intoId, choose, error, setError };
}

/** Asks what a category's videos get before it goes: nothing or another category when deleted, another one when merged. */
export function CategoryDialog({ leaving, others, projectId, onClose }: Props) {
  const { t } = useTranslation("projects");
  const { shown, intoId, choose, error, setError } = useDestination(leaving);
  const leave = useAction((gone: CategoryLeaving) => letGo(gone, intoId === null ? null : Number(intoId)), {
    changes: [categoriesKey(projectId), ["videos"]],
    config: true,
    failure: shown?.how === "merge" ? t("categoryNotEdited") : t("categoryNotDeleted"),
    onDone: onClose,
    onProblem(problem) {
      const about = fieldMessage(problem, "into_id") ?? fieldMessage(problem, "replacement_id");
      setError(about);
      return about !== null;
    },
  });

  if (shown === null) return null;
  const { category, how } = shown;
  const merging = how === "merge";
  const submit = () => {
    if (merging && intoId === null) setError(t("intoEmpty"));
    else leave.mutate(shown);
  };
  return (
    <FormDialog
      opened={leaving !== null}
      title={merging ? t("mergeCategoryTitle", { name: category.name }) : t("deleteCategoryTitle")}
      submit={merging ? t("merge") : t("delete")}
      danger={!merging}
      saving={leave.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>
        {merging ? null : `${t("deleteCategoryText")} `}
        {t("categoryHasVideos", { count: category.videos })}
      </Text>
      <Select
        label={merging ? t("into") : t("replacement")}
        placeholder={merging ? undefined : t("noCategory")}
        clearable={!merging}
        searchable
        required={merging}
        error={error}
        data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={intoId}
        onChange={choose}
      />
    </FormDialog>
  );
}
