import { CAPTIONS_LABEL_MAX, CAPTIONS_MAXIMUM_BYTES, type CaptionsKind } from "@kinora/domain/captions.ts";
import { COMMON_LANGUAGES, languageName, languageOfFileName } from "@kinora/domain/languages.ts";
import { Button, Checkbox, Group, Input, Modal, Select, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { problemOf } from "../platform/problem.ts";
import type { VideoDetail } from "../platform/videos.ts";
import type { Captions } from "./CaptionsPanel.tsx";
import { useVideoChange } from "./useVideoChange.ts";
import styles from "./VideoDetail.module.css";

interface CaptionsDialogProps {
  video: VideoDetail;
  /** Null for new ones. */
  captions: Captions | null;
  onClose: () => void;
}

/** Adds captions or changes them; the server says which line of a file it can not read. */
export function CaptionsDialog({ video, captions, onClose }: CaptionsDialogProps) {
  const { t } = useTranslation("video");
  const { done, failed } = useVideoChange(video.id);
  const [language, setLanguage] = useState(captions?.language ?? video.language ?? "en");
  const [label, setLabel] = useState(captions?.label ?? languageName(language));
  const [kind, setKind] = useState<CaptionsKind>(captions?.kind ?? "captions");
  const [byDefault, setByDefault] = useState(captions?.default ?? false);
  const [file, setFile] = useState<File | null>(null);
  const [errors, setErrors] = useState<Record<string, string[]>>({});

  const save = useMutation({
    async mutationFn() {
      const meta = { video_id: video.id, language, label, kind, default: byDefault };
      const text = file ? await file.text() : null;
      if (captions)
        return api.captions.updateCaptions({ ...meta, id: captions.id, ...(text === null ? {} : { file: text }) });
      return api.captions.addCaptions({ ...meta, file: text ?? "" });
    },
    async onSuccess() {
      onClose();
      await done(t("captionsSaved"));
    },
    onError(error) {
      setErrors(problemOf(error).fields);
      failed(error, t("captionsNotSaved"));
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!file && !captions) return setErrors({ file: [t("captionsFileMissing")] });
    if (file && file.size > CAPTIONS_MAXIMUM_BYTES) return setErrors({ file: [t("captionsTooLarge")] });
    setErrors({});
    save.mutate();
  };
  const choose = (tag: string | null) => {
    if (tag === null) return;
    // A label nobody changed follows the language.
    if (label === languageName(language)) setLabel(languageName(tag));
    setLanguage(tag);
  };
  const tags = [...new Set([...COMMON_LANGUAGES, language])];
  return (
    <Modal
      opened
      onClose={onClose}
      title={captions ? t("editCaptions") : t("addCaptions")}
      closeButtonProps={{ "aria-label": t("close") }}
      size={480}
    >
      <form onSubmit={submit} noValidate className={styles["form"]}>
        <Input.Wrapper
          label={t("captionsFile")}
          description={captions ? t("captionsFileKeep") : t("captionsFileHint")}
          error={errors["file"]?.[0]}
          id="captions-file"
        >
          <input
            id="captions-file"
            className={styles["file"]}
            type="file"
            accept=".vtt,.srt,text/vtt,application/x-subrip"
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0] ?? null;
              setFile(chosen);
              setErrors({});
              // Captions that are there keep their language until somebody chooses another.
              if (captions === null && chosen !== null) choose(languageOfFileName(chosen.name));
            }}
          />
        </Input.Wrapper>
        <Select
          label={t("captionsLanguage")}
          searchable
          allowDeselect={false}
          value={language}
          data={tags.map((tag) => ({ value: tag, label: `${languageName(tag)} (${tag})` }))}
          error={errors["language"]?.[0]}
          onChange={choose}
        />
        <TextInput
          label={t("captionsLabel")}
          required
          maxLength={CAPTIONS_LABEL_MAX}
          value={label}
          error={errors["label"]?.[0]}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <Select
          label={t("captionsKind")}
          allowDeselect={false}
          value={kind}
          data={(["captions", "subtitles"] as const).map((value) => ({ value, label: t(`kind_${value}`) }))}
          onChange={(value) => setKind(value === "subtitles" ? "subtitles" : "captions")}
        />
        <Checkbox
          label={t("captionsDefault")}
          description={t("captionsDefaultHint")}
          checked={byDefault}
          onChange={(event) => setByDefault(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t("save")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
