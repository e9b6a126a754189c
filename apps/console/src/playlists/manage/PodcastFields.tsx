import { MAIL_ADDRESS_MAX } from "@kinora/domain/people/mail-address.ts";
import { PODCAST_AUTHOR_MAX, PODCAST_CATEGORIES } from "@kinora/domain/playlists/podcast.ts";
import { COMMON_LANGUAGES, languageName } from "@kinora/domain/videos/languages.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Switch, TextInput } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import type { PlaylistFields } from "./playlist-fields.ts";

const option = (value: string) => ({ value, label: value });
const GROUPS = PODCAST_CATEGORIES.map(([group, parts]) => ({ group, items: [group, ...parts].map(option) }));

/** What a playlist's feed says to directories of podcasts. */
export function PodcastFields({ form }: { form: Form<PlaylistFields> }) {
  const { t } = useTranslation("managePlaylist");
  const { podcast_language: language } = form.values;
  const tags = [...new Set([...COMMON_LANGUAGES, ...(language === "" ? [] : [language])])];
  const none = { value: "", label: t("podcastNone") };
  return (
    <SettingGroup title={t("podcast")} text={t("podcastText")}>
      <Select
        label={t("podcastCategory")}
        searchable
        {...form.choice("podcast_category", [none, ...GROUPS.flatMap(({ items }) => items)])}
        data={[none, ...GROUPS]}
      />
      <Select
        label={t("podcastLanguage")}
        searchable
        {...form.choice("podcast_language", [none, ...tags.map((tag) => ({ value: tag, label: languageName(tag) }))])}
      />
      <Switch label={t("podcastExplicit")} description={t("podcastExplicitHint")} {...form.flag("podcast_explicit")} />
      <TextInput label={t("podcastAuthor")} maxLength={PODCAST_AUTHOR_MAX} {...form.text("podcast_author")} />
      <TextInput
        label={t("podcastEmail")}
        description={t("podcastEmailHint")}
        type="email"
        maxLength={MAIL_ADDRESS_MAX}
        {...form.text("podcast_email")}
      />
    </SettingGroup>
  );
}
