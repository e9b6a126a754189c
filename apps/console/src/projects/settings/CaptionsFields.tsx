import { CAPTIONS_MODES } from "@kinora/domain/speech/settings.ts";
import { COMMON_LANGUAGES, languageName } from "@kinora/domain/videos/languages.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Switch } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import type { ProjectFields } from "./project-fields.ts";

/** Which videos get captions by machine, in which language, and whether viewers get them at once. */
export function CaptionsFields({ form }: { form: Form<ProjectFields> }) {
  const { t } = useTranslation("projects");
  const { captions_mode: mode, captions_language: language } = form.values;
  const tags = [...new Set([...COMMON_LANGUAGES, ...(language === "" ? [] : [language])])];
  return (
    <SettingGroup title={t("automaticCaptions")} text={t("automaticCaptionsText")}>
      <Select
        label={t("captionsMode")}
        description={t("captionsModeHint")}
        {...form.choice(
          "captions_mode",
          CAPTIONS_MODES.map((value) => ({ value, label: t(`captionsMode_${value}`) })),
        )}
      />
      {mode === "off" ? null : (
        <>
          <Select
            label={t("captionsLanguage")}
            description={t("captionsLanguageHint")}
            searchable
            {...form.choice("captions_language", [
              { value: "", label: t("captionsDetect") },
              ...tags.map((tag) => ({ value: tag, label: languageName(tag) })),
            ])}
          />
          <Switch
            label={t("captionsPublished")}
            description={t("captionsPublishedHint")}
            {...form.flag("captions_published")}
          />
        </>
      )}
    </SettingGroup>
  );
}
