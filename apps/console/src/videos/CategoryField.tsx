import { CATEGORY_NAME_MAX } from "@kinora/domain/categories.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Autocomplete } from "../layout/Autocomplete.tsx";
import type { AutocompleteOption } from "../layout/useAutocomplete.ts";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { loadCategories } from "../platform/labelOptions.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";

interface CategoryFieldProps {
  projectId: number;
  value: AutocompleteOption | null;
  error: string | null;
  readOnly: boolean;
  onChange: (category: AutocompleteOption | null) => void;
}

/** Chooses a video's category; who may manage categories can make the one they typed. */
export function CategoryField({ projectId, value, error, readOnly, onChange }: CategoryFieldProps) {
  const { t } = useTranslation(["videos", "video"]);
  const client = useQueryClient();
  const { permissions } = useViewer();
  const create = useMutation({
    mutationFn: (name: string) => api.categories.createCategory({ project_id: projectId, name }),
    async onSuccess({ category, message }) {
      onChange({ id: category.id, name: category.name });
      toastSuccess(message);
      await client.invalidateQueries({ queryKey: ["autocomplete", "categories", projectId] });
      await client.invalidateQueries({ queryKey: ["categories", projectId] });
    },
    onError(problem) {
      const { status, message } = problemOf(problem);
      if (status !== 403) toastError(message ?? t("video:categoryNotSaved"));
    },
  });
  return (
    <Autocomplete
      label={t("fieldCategory")}
      placeholder={t("noCategory")}
      disabled={readOnly || create.isPending}
      maxLength={CATEGORY_NAME_MAX}
      value={value}
      error={error ?? undefined}
      queryKey={["categories", projectId]}
      load={loadCategories(projectId)}
      create={
        permissions.categories_manage
          ? { label: (name) => t("video:addCategoryNamed", { name }), run: (name) => create.mutate(name) }
          : undefined
      }
      onChange={onChange}
    />
  );
}
