import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { loadCategories } from "../../platform/label-options.ts";
import { Autocomplete } from "../../shell/fields/Autocomplete.tsx";
import { TagsField } from "../../shell/fields/TagsField.tsx";
import type { StreamFields } from "./stream-fields.ts";

/** A livestream's category and tags. */
export function StreamLabels({ projectId, form }: { projectId: number; form: Form<StreamFields> }) {
  const { t } = useTranslation("live");
  return (
    <>
      <Autocomplete
        label={t("fieldCategory")}
        placeholder={t("noCategory")}
        disabled={form.readOnly}
        value={form.values.category}
        error={form.error("category")}
        queryKey={["categories", projectId]}
        load={loadCategories(projectId)}
        onChange={(category) => form.edit({ category })}
      />
      <TagsField
        projectId={projectId}
        names={form.values.tags}
        error={form.error("tags")}
        readOnly={form.readOnly}
        onChange={(tags) => form.edit({ tags })}
      />
    </>
  );
}
