import { SMART_SORTS, SMART_TEXT_MAX } from "@kinora/domain/playlists/smart-rules.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import { inUnit } from "@kinora/ui/kit/forms/unit.tsx";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { TextInput } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import { loadCategories, loadTags } from "../../platform/label-options.ts";
import { LabelChips } from "./LabelChips.tsx";
import type { PlaylistFields } from "./playlist-fields.ts";
import styles from "./Manage.module.css";

const TAG_RULES = [
  ["tags_any", "ruleTagsAny"],
  ["tags_all", "ruleTagsAll"],
  ["tags_none", "ruleTagsNone"],
] as const;

const DURATION_ENDS = [
  ["duration_min", "from"],
  ["duration_max", "to"],
] as const;

/** What the videos of a smart playlist have in common. */
export function RulesFields({ projectId, form }: { projectId: number; form: Form<PlaylistFields> }) {
  const { t } = useTranslation("managePlaylist");
  const { values, readOnly } = form;
  return (
    <SettingGroup title={t("rules")} text={t("rulesText")}>
      <LabelChips
        label={t("ruleCategories")}
        placeholder={t("addCategory")}
        chosen={values.categories}
        readOnly={readOnly}
        queryKey={["categories", projectId]}
        load={loadCategories(projectId)}
        onChange={(categories) => form.edit({ categories })}
      />
      {TAG_RULES.map(([name, label]) => (
        <LabelChips
          key={name}
          label={t(label)}
          placeholder={t("addTag")}
          chosen={values[name]}
          readOnly={readOnly}
          queryKey={["tags", projectId]}
          load={loadTags(projectId)}
          onChange={(tags) => form.edit({ [name]: tags })}
        />
      ))}
      <TextInput label={t("ruleTitle")} maxLength={SMART_TEXT_MAX} {...form.text("title_contains")} />
      <TextInput
        label={t("ruleDays")}
        placeholder={t("anyTime")}
        {...inUnit(t("days"))}
        {...form.text("published_days")}
      />
      <DurationRule form={form} />
      <Select
        label={t("ruleOrder")}
        {...form.choice(
          "sort",
          SMART_SORTS.map((value) => ({ value, label: t(`smart_${value}`) })),
        )}
      />
      <TextInput label={t("ruleLimit")} {...inUnit(t("videosUnit"))} {...form.text("limit")} />
    </SettingGroup>
  );
}

function DurationRule({ form }: { form: Form<PlaylistFields> }) {
  const { t } = useTranslation("managePlaylist");
  return (
    <SettingRow label={t("ruleDuration")} error={form.error("duration_min") ?? form.error("duration_max")}>
      <span className={styles["range"]}>
        {DURATION_ENDS.map(([name, end]) => (
          <TextInput
            key={name}
            aria-label={`${t("ruleDuration")}: ${t(end)}`}
            placeholder={t(end)}
            {...inUnit(t("minutes"))}
            {...form.text(name)}
            error={form.error(name) !== undefined}
          />
        ))}
      </span>
    </SettingRow>
  );
}
