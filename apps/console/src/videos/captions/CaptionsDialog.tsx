import { CAPTIONS_LABEL_MAX, CAPTIONS_MAXIMUM_BYTES, type CaptionsKind } from "@kinora/domain/videos/captions.ts";
import { languageOfFileName } from "@kinora/domain/videos/language-of-file.ts";
import { COMMON_LANGUAGES, languageName } from "@kinora/domain/videos/languages.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import type { TextFile } from "../../shell/text-files/text-file.ts";
import { TextFileField } from "../../shell/text-files/TextFileField.tsx";
import { videoChanges } from "../video-changes.ts";
import { LeftOutOfCaptions, type UnseenCaptions } from "./LeftOutOfCaptions.tsx";

export type Captions = VideoDetail["captions"][number];

interface CaptionsDialogProps {
  video: VideoDetail;
  /** Null for new ones. */
  captions: Captions | null;
  onClose: () => void;
}

interface CaptionsFields {
  language: string;
  label: string;
  kind: CaptionsKind;
  default: boolean;
  published: boolean;
  file: TextFile | null;
}

/** The form of captions, what saves it, and what chooses their language. */
function useCaptionsForm({ video, captions, onClose }: CaptionsDialogProps) {
  const { t } = useTranslation("video");
  const [unseen, setUnseen] = useState<UnseenCaptions | null>(null);
  const form = useForm<CaptionsFields>({
    saved: {
      language: captions?.language ?? video.language ?? "en",
      label: captions?.label ?? languageName(captions?.language ?? video.language ?? "en"),
      kind: captions?.kind ?? "captions",
      default: captions?.default ?? false,
      published: captions?.published ?? true,
      file: null,
    },
    check({ file }) {
      if (!file && !captions) return { file: t("captionsFileMissing") };
      return file && file.bytes.length > CAPTIONS_MAXIMUM_BYTES ? { file: t("captionsTooLarge") } : {};
    },
  });
  const { language, label } = form.values;
  const save = useAction(
    async ({ file, published, ...meta }: CaptionsFields) => {
      const input = { video_id: video.id, ...meta };
      const { data, skipped, after_end } = captions
        ? await api.captions.updateCaptions({
            ...input,
            id: captions.id,
            published,
            ...(file ? { file: file.text } : {}),
          })
        : await api.captions.addCaptions({ ...input, file: file?.text ?? "" });
      return { message: t("captionsSaved"), unseen: { cues: data.cues, after_end, skipped } };
    },
    {
      changes: videoChanges(video.id),
      failure: t("captionsNotSaved"),
      onDone: ({ unseen }) => (unseen.skipped.count + unseen.after_end === 0 ? onClose() : setUnseen(unseen)),
      onProblem: ({ fields }) => form.refuse(fields),
    },
  );
  const choose = (tag: string | null) => {
    if (tag === null) return;
    // A label nobody changed follows the language.
    form.edit({ language: tag, ...(label === languageName(language) ? { label: languageName(tag) } : {}) });
  };
  return { form, save, choose, unseen };
}

/** Adds captions or changes them; what viewers will not see of a file is shown afterwards. */
export function CaptionsDialog(props: CaptionsDialogProps) {
  const { captions, onClose } = props;
  const { t } = useTranslation("video");
  const { form, save, choose, unseen } = useCaptionsForm(props);
  const tags = [...new Set([...COMMON_LANGUAGES, form.values.language])];
  if (unseen) return <LeftOutOfCaptions unseen={unseen} onClose={onClose} />;
  return (
    <FormDialog
      title={captions ? t("editCaptions") : t("addCaptions")}
      submit={t("save")}
      size={480}
      form={form}
      saving={save.isPending}
      onSubmit={() => save.mutate(form.values)}
      onClose={onClose}
    >
      <TextFileField
        label={t("captionsFile")}
        description={captions === null ? t("captionsFileHint") : t("captionsFileKeep")}
        error={form.error("file")}
        accept=".vtt,.srt,text/vtt,application/x-subrip"
        onFile={(file) => {
          form.edit({ file });
          // Captions that are there keep their language until someone chooses another, as those whose encoding is changed do.
          if (captions === null && file !== null && file.name !== form.values.file?.name)
            choose(languageOfFileName(file.name));
        }}
      />
      <Select
        label={t("captionsLanguage")}
        searchable
        {...form.choice(
          "language",
          tags.map((tag) => ({ value: tag, label: `${languageName(tag)} (${tag})` })),
        )}
        onChange={choose}
      />
      <TextInput label={t("captionsLabel")} required maxLength={CAPTIONS_LABEL_MAX} {...form.text("label")} />
      <Select
        label={t("captionsKind")}
        {...form.choice("kind", [
          { value: "captions", label: t("kind_captions") },
          { value: "subtitles", label: t("kind_subtitles") },
        ])}
      />
      <Checkbox label={t("captionsDefault")} description={t("captionsDefaultHint")} {...form.flag("default")} />
      {captions === null ? null : (
        <Checkbox label={t("captionsPublished")} description={t("captionsPublishedHint")} {...form.flag("published")} />
      )}
    </FormDialog>
  );
}
