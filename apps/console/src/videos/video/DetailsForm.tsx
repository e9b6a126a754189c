import { permissionNames } from "@kinora/domain/people/permission-names.ts";
import { COMMON_LANGUAGES, languageName } from "@kinora/domain/videos/languages.ts";
import { REFERENCE_ID_MAX } from "@kinora/domain/videos/video-details.ts";
import { VIDEO_DESCRIPTION_MAX, VIDEO_TITLE_MAX } from "@kinora/domain/videos/videos.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingsForm } from "@kinora/ui/kit/forms/SettingsForm.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { toastError } from "../../platform/toasts.ts";
import { useAction } from "../../platform/use-action.ts";
import { patchVideo, type VideoDetail } from "../../platform/videos.ts";
import { TagsField } from "../../shell/fields/TagsField.tsx";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { CategoryField } from "../CategoryField.tsx";
import { detailsInput, detailsOf, SERVER_NAMES, type Details } from "./details.ts";
import { MetadataFields } from "./MetadataFields.tsx";

/** The form of a video's details, and what saves it. */
function useDetailsForm(video: VideoDetail, readOnly: boolean) {
  const { t } = useTranslation("videos");
  const client = useQueryClient();
  const form = useForm<Details>({
    saved: detailsOf(video),
    version: video.details_version,
    readOnly,
    serverNames: SERVER_NAMES,
    check: ({ title }) => (title.trim() === "" ? { title: t("titleEmpty") } : {}),
  });
  const save = useAction(
    async ({
      version: details_version,
      ...input
    }: ReturnType<typeof detailsInput> & { version: number | undefined }) => {
      const answer = await api.videos.updateVideo({ ...input, details_version });
      return { ...answer, input, message: t("saved") };
    },
    {
      changes: [["activity", video.id]],
      stored: { queryKey: ["video", video.id], show: form.reset },
      onDone({
        data: { title, description, category, tags, details_version },
        input: { language, reference_id, metadata },
      }) {
        patchVideo(client, video.id, { title, description, category, tags, details_version });
        client.setQueryData<VideoDetail>(
          ["video", video.id],
          (known) => known && { ...known, language, reference_id, metadata },
        );
        form.reset();
      },
      onProblem({ fields, status }) {
        form.refuse(fields);
        // The specification's words (8.4); a 403 has had its notification already.
        if (status !== 403) toastError(t("notSaved"));
        return true;
      },
    },
  );
  return { form, save };
}

/** What people say about a video. */
export function DetailsForm({ video }: { video: VideoDetail }) {
  const { t } = useTranslation(["videos", "video", "layout"]);
  const { permissions } = useViewer();
  const readOnly = !permissions.video_edit;
  const { form, save } = useDetailsForm(video, readOnly);
  const { category, tags, metadata } = form.values;
  return (
    <SettingsForm
      form={form}
      saving={save.isPending}
      locked={t("layout:noPermission", { permission: permissionNames.video_edit })}
      onSave={() => save.mutate({ ...detailsInput(video.id, form.values), version: form.version })}
    >
      <SettingGroup title={t("details")}>
        <TextInput label={t("fieldTitle")} required maxLength={VIDEO_TITLE_MAX} {...form.text("title")} />
        <Textarea
          label={t("fieldDescription")}
          autosize
          minRows={3}
          maxRows={14}
          maxLength={VIDEO_DESCRIPTION_MAX}
          {...form.text("description")}
        />
        <CategoryField
          projectId={video.project_id}
          value={category}
          error={form.error("category")}
          readOnly={readOnly}
          onChange={(chosen) => form.edit({ category: chosen })}
        />
        <TagsField
          projectId={video.project_id}
          names={tags}
          error={form.error("tags")}
          readOnly={readOnly}
          onChange={(names) => form.edit({ tags: names })}
        />
        <LanguageField form={form} />
        <TextInput
          label={t("video:referenceId")}
          description={t("video:referenceHint")}
          maxLength={REFERENCE_ID_MAX}
          {...form.text("reference_id")}
        />
        <MetadataFields
          pairs={metadata}
          readOnly={readOnly}
          errorAt={form.errorAt}
          onChange={(pairs) => form.edit({ metadata: pairs })}
        />
      </SettingGroup>
    </SettingsForm>
  );
}

/** The language that is spoken; one that is not common is among the choices while the video has it. */
function LanguageField({ form }: { form: Form<Details> }) {
  const { t } = useTranslation("video");
  const { language } = form.values;
  const languages = [...new Set([...COMMON_LANGUAGES, ...(language === null ? [] : [language])])];
  return (
    <Select
      label={t("language")}
      placeholder={t("noLanguage")}
      clearable
      searchable
      disabled={form.readOnly}
      value={language}
      data={languages.map((tag) => ({ value: tag, label: `${languageName(tag)} (${tag})` }))}
      error={form.error("language")}
      onChange={(chosen) => form.edit({ language: chosen })}
    />
  );
}
