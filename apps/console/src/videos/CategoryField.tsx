import { CATEGORY_NAME_MAX } from "@kinora/domain/videos/categories.ts";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { loadCategories } from "../platform/label-options.ts";
import { useAction } from "../platform/use-action.ts";
import { Autocomplete } from "../shell/fields/Autocomplete.tsx";
import type { AutocompleteOption } from "../shell/fields/use-autocomplete.ts";
import { useViewer } from "../shell/frame/use-viewer.ts";

interface CategoryFieldProps {
  projectId: number;
  value: AutocompleteOption | null;
  error?: string | undefined;
  readOnly: boolean;
  onChange: (category: AutocompleteOption | null) => void;
}

/** Chooses a video's category; who may manage categories can make the one they typed. */
export function CategoryField({ projectId, value, error, readOnly, onChange }: CategoryFieldProps) {
  const { t } = useTranslation(["videos", "video"]);
  const { permissions } = useViewer();
  const create = useAction((name: string) => api.categories.createCategory({ project_id: projectId, name }), {
    changes: [
      ["autocomplete", "categories", projectId],
      ["categories", projectId],
    ],
    failure: t("video:categoryNotSaved"),
    onDone: ({ data }) => onChange({ id: data.id, name: data.name }),
  });
  return (
    <Autocomplete
      label={t("fieldCategory")}
      placeholder={t("noCategory")}
      disabled={readOnly || create.isPending}
      maxLength={CATEGORY_NAME_MAX}
      value={value}
      error={error}
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
