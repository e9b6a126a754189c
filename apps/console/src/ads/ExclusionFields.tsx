import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { useTranslation } from "../platform/i18n.ts";
import { loadCategories, loadTags } from "../platform/label-options.ts";
import type { AdFields } from "./ad-fields.ts";
import { NamesRow } from "./NamesRow.tsx";

/** The categories and tags whose videos have no ads. */
export function ExclusionFields({ projectId, form }: { projectId: number; form: Form<AdFields> }) {
  const { t } = useTranslation("ads");
  return (
    <SettingGroup title={t("exclusions")} text={t("exclusionsText")}>
      <NamesRow
        label={t("excludedCategories")}
        placeholder={t("addCategory")}
        queryKey={["categories", projectId]}
        load={loadCategories(projectId)}
        names={form.values.excluded_category_ids}
        error={form.error("excluded_category_ids")}
        readOnly={form.readOnly}
        onChange={(names) => form.edit({ excluded_category_ids: names })}
      />
      <NamesRow
        label={t("excludedTags")}
        placeholder={t("addTag")}
        queryKey={["tags", projectId]}
        load={loadTags(projectId)}
        names={form.values.excluded_tag_ids}
        error={form.error("excluded_tag_ids")}
        readOnly={form.readOnly}
        onChange={(names) => form.edit({ excluded_tag_ids: names })}
      />
    </SettingGroup>
  );
}
