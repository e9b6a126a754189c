import { AD_SCHEDULE_NAME_MAX } from "@kinora/domain/ads/ad-settings.ts";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { TextInput } from "@mantine/core";
import { useTranslation } from "../platform/i18n.ts";
import { loadCategories } from "../platform/label-options.ts";
import type { AdFields } from "./ad-fields.ts";
import { NamesRow } from "./NamesRow.tsx";

/** The name of a schedule, and the categories it is chosen for; the default one is for all others. */
export function TargetFields({
  projectId,
  form,
  isDefault,
}: {
  projectId: number;
  form: Form<AdFields>;
  isDefault: boolean;
}) {
  const { t } = useTranslation("ads");
  return (
    <SettingGroup title={t("scheduleGroup")} text={t(isDefault ? "isDefault" : "isChosen")}>
      <TextInput label={t("name")} required maxLength={AD_SCHEDULE_NAME_MAX} {...form.text("name")} />
      {isDefault ? null : (
        <NamesRow
          label={t("targetCategories")}
          placeholder={t("addTargetCategory")}
          queryKey={["categories", projectId]}
          load={loadCategories(projectId)}
          names={form.values.category_ids}
          error={form.error("category_ids")}
          readOnly={form.readOnly}
          onChange={(names) => form.edit({ category_ids: names })}
        />
      )}
    </SettingGroup>
  );
}
