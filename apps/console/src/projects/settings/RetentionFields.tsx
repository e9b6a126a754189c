import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { inUnit } from "@kinora/ui/kit/forms/unit.tsx";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { TextInput } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import type { ProjectFields } from "./project-fields.ts";

/** How long originals and deleted videos stay. */
export function RetentionFields({ form }: { form: Form<ProjectFields> }) {
  const { t } = useTranslation("projects");
  const { keep_originals: keeps } = form.values;
  return (
    <SettingGroup title={t("keeping")}>
      <Select
        label={t("originals")}
        description={t("originalsHint")}
        allowDeselect={false}
        disabled={form.readOnly}
        data={[
          { value: "keep", label: t("originalsKeep") },
          { value: "delete", label: t("originalsDelete") },
        ]}
        value={keeps ? "keep" : "delete"}
        onChange={(choice) => form.edit({ keep_originals: choice !== "delete" })}
      />
      {keeps ? null : (
        <TextInput label={t("originalsDays")} {...inUnit(t("days"))} {...form.text("source_retention_days")} />
      )}
      <TextInput
        label={t("trashDays")}
        description={t("trashHint")}
        {...inUnit(t("days"))}
        {...form.text("trash_days")}
      />
    </SettingGroup>
  );
}
