import { CAPTIONS_LABEL_MAX, CAPTIONS_MAXIMUM_BYTES, type CaptionsKind } from "@kinora/domain/videos/captions.ts";
import { languageOfFileName } from "@kinora/domain/videos/language-of-file.ts";
import { COMMON_LANGUAGES, languageName } from "@kinora/domain/videos/languages.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Checkbox, Input, Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api } from "../../platform/client.ts";
import { useAction } from "../../platform/use-action.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { videoChanges } from "../video-changes.ts";
import styles from "../video/VideoDetail.module.css";

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
  file: File | null;
}

/** The form of captions, what saves it, and what chooses their language. */
function useCaptionsForm({ video, captions, onClose }: CaptionsDialogProps) {
  const { t } = useTranslation("video");
  const form = useForm<CaptionsFields>({
    saved: {
      language: captions?.language ?? video.language ?? "en",
      label: captions?.label ?? languageName(captions?.language ?? video.language ?? "en"),
      kind: captions?.kind ?? "captions",
      default: captions?.default ?? false,
      file: null,
    },
    check({ file }) {
      if (!file && !captions) return { file: t("captionsFileMissing") };
      return file && file.size > CAPTIONS_MAXIMUM_BYTES ? { file: t("captionsTooLarge") } : {};
    },
  });
  const { language, label } = form.values;
  const save = useAction(
    async ({ file, ...meta }: CaptionsFields) => {
      const text = file === null ? null : await file.text();
      const input = { video_id: video.id, ...meta };
      if (captions)
        await api.captions.updateCaptions({ ...input, id: captions.id, ...(text === null ? {} : { file: text }) });
      else await api.captions.addCaptions({ ...input, file: text ?? "" });
      return { message: t("captionsSaved") };
    },
    {
      changes: videoChanges(video.id),
      failure: t("captionsNotSaved"),
      onDone: onClose,
      onProblem: ({ fields }) => form.refuse(fields),
    },
  );
  const choose = (tag: string | null) => {
    if (tag === null) return;
    // A label nobody changed follows the language.
    form.edit({ language: tag, ...(label === languageName(language) ? { label: languageName(tag) } : {}) });
  };
  return { form, save, choose };
}

/** Adds captions or changes them; the server says which line of a file it cannot read. */
export function CaptionsDialog(props: CaptionsDialogProps) {
  const { captions, onClose } = props;
  const { t } = useTranslation("video");
  const { form, save, choose } = useCaptionsForm(props);
  const tags = [...new Set([...COMMON_LANGUAGES, form.values.language])];
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
      <CaptionsFileField
        isKept={captions !== null}
        error={form.error("file")}
        onChange={(file) => {
          form.edit({ file });
          // Captions that are there keep their language until someone chooses another.
          if (captions === null && file !== null) choose(languageOfFileName(file.name));
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
    </FormDialog>
  );
}

interface CaptionsFileFieldProps {
  /** There is a file already, which stays unless another one is chosen. */
  isKept: boolean;
  error: string | undefined;
  onChange: (file: File | null) => void;
}

function CaptionsFileField({ isKept, error, onChange }: CaptionsFileFieldProps) {
  const { t } = useTranslation("video");
  return (
    <Input.Wrapper
      label={t("captionsFile")}
      description={isKept ? t("captionsFileKeep") : t("captionsFileHint")}
      error={error}
      id="captions-file"
    >
      <input
        id="captions-file"
        className={styles["file"]}
        type="file"
        accept=".vtt,.srt,text/vtt,application/x-subrip"
        onChange={(event) => onChange(event.currentTarget.files?.[0] ?? null)}
      />
    </Input.Wrapper>
  );
}
