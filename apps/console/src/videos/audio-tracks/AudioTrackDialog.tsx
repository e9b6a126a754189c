import { MEDIA_ACCEPTED } from "@kinora/domain/uploads/media-files.ts";
import { AUDIO_TRACK_KINDS, AUDIO_TRACK_NAME_MAX, type AudioTrackKind } from "@kinora/domain/videos/audio-tracks.ts";
import { languageOfFileName } from "@kinora/domain/videos/language-of-file.ts";
import { COMMON_LANGUAGES, languageName } from "@kinora/domain/videos/languages.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Checkbox, Input, Progress, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { loadChunk } from "../../platform/chunks.ts";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { audioTrackChanges, type AudioTrack } from "./audio-tracks.ts";
import styles from "../video/VideoDetail.module.css";

/** A track that is added, whose words are edited, or that gets its file. */
export type EditedTrack = { step: "add" } | { step: "edit" | "upload"; track: AudioTrack };

interface AudioTrackDialogProps {
  video: VideoDetail;
  edited: EditedTrack;
  onClose: () => void;
}

interface TrackFields {
  name: string;
  /** Empty: unknown. */
  language: string;
  kind: AudioTrackKind;
  default: boolean;
  file: File | null;
}

/** The form of an audio track, and what saves it and sends its file. */
function useTrackForm({ video, edited, onClose }: AudioTrackDialogProps) {
  const { t } = useTranslation("video");
  const track = edited.step === "add" ? null : edited.track;
  const language = track ? (track.language ?? "") : (video.language ?? "en");
  const form = useForm<TrackFields>({
    saved: {
      language,
      name: track?.name ?? languageName(language),
      kind: track?.kind ?? "main",
      default: track?.default ?? false,
      file: null,
    },
    check: ({ file }) => (edited.step === "edit" || file ? {} : { file: t("audioFileMissing") }),
  });
  // Kept when its file could not be sent: the next try is for the same track.
  const added = useRef<number | null>(null);
  const { percent, send } = useSending(video);
  const save = useAction(
    async ({ file, ...fields }: TrackFields) => {
      const meta = { ...fields, language: fields.language === "" ? null : fields.language };
      const place = { video_id: video.id };
      const known = track?.id ?? added.current;
      if (known !== null && edited.step !== "upload") {
        const saved = await api.audioTracks.updateAudioTrack({ ...place, id: known, ...meta });
        if (edited.step === "edit") return saved;
      }
      const id = known ?? (await api.audioTracks.addAudioTrack({ ...place, ...meta })).data.id;
      added.current = id;
      if (file) await send(id, file);
      return { message: t("audioSent") };
    },
    {
      changes: audioTrackChanges(video.id),
      failure: t("audioNotSaved"),
      onDone: onClose,
      onProblem: ({ fields }) => form.refuse(fields),
    },
  );
  return { form, save, percent };
}

/** Sends the file of a track; closing the dialog meanwhile cancels that. */
function useSending(video: VideoDetail) {
  const { t } = useTranslation("video");
  const [percent, setPercent] = useState(0);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  const send = async (trackId: number, file: File) => {
    // The upload protocol's code is fetched when someone needs it.
    const { sendFile } = await loadChunk(() => import("../files/send-file.ts"));
    await new Promise<void>((resolve, reject) => {
      stop.current = sendFile(video.project_id, { audio_track_id: String(trackId) }, file, {
        onProgress: setPercent,
        onSent: resolve,
        onFailure: (message) => reject(new Error(message ?? t("audioNotSent"))),
      });
    }).finally(() => (stop.current = null));
  };
  return { percent, send };
}

/** Adds an audio track with its file, changes one, or sends the file of one that waits for it. */
export function AudioTrackDialog(props: AudioTrackDialogProps) {
  const { step } = props.edited;
  const { t } = useTranslation("video");
  const { form, save, percent } = useTrackForm(props);
  const titles = { add: t("addAudio"), edit: t("editAudio"), upload: t("audioUpload") };
  return (
    <FormDialog
      title={titles[step]}
      submit={step === "edit" ? t("save") : t("audioUpload")}
      size={480}
      form={form}
      saving={save.isPending}
      onSubmit={() => save.mutate(form.values)}
      onClose={props.onClose}
    >
      {step === "edit" ? null : <FileField form={form} disabled={save.isPending} names={step === "add"} />}
      {step === "upload" ? null : <WordFields form={form} />}
      {save.isPending && step !== "edit" ? <Progress value={percent} aria-label={t("audioUploading")} /> : null}
    </FormDialog>
  );
}

type TrackForm = ReturnType<typeof useTrackForm>["form"];

/** A name that nobody typed follows the language. */
function chooseLanguage(form: TrackForm, language: string): void {
  const { name, language: before } = form.values;
  const follows = before !== "" && language !== "" && name === languageName(before);
  form.edit({ language, ...(follows ? { name: languageName(language) } : {}) });
}

/** Chooses the sound; `names` where its name may say the language. */
function FileField({ form, disabled, names }: { form: TrackForm; disabled: boolean; names: boolean }) {
  const { t } = useTranslation("video");
  const choose = (file: File | null) => {
    form.edit({ file });
    const language = file && names ? languageOfFileName(file.name) : null;
    if (language !== null) chooseLanguage(form, language);
  };
  return (
    <Input.Wrapper label={t("audioFile")} description={t("audioFileHint")} error={form.error("file")} id="audio-file">
      <input
        id="audio-file"
        className={styles["file"]}
        type="file"
        accept={MEDIA_ACCEPTED}
        disabled={disabled}
        onChange={(event) => choose(event.currentTarget.files?.[0] ?? null)}
      />
    </Input.Wrapper>
  );
}

/** What viewers read of a track, and whether players begin with it. */
function WordFields({ form }: { form: TrackForm }) {
  const { t } = useTranslation("video");
  const tags = [...new Set([...COMMON_LANGUAGES, form.values.language])].filter((tag) => tag !== "");
  return (
    <>
      <Select
        label={t("audioLanguage")}
        searchable
        {...form.choice("language", [
          { value: "", label: t("audioLanguageUnknown") },
          ...tags.map((tag) => ({ value: tag, label: `${languageName(tag)} (${tag})` })),
        ])}
        onChange={(tag) => chooseLanguage(form, tag ?? "")}
      />
      <TextInput label={t("audioName")} required maxLength={AUDIO_TRACK_NAME_MAX} {...form.text("name")} />
      <Select
        label={t("audioKind")}
        {...form.choice(
          "kind",
          AUDIO_TRACK_KINDS.map((kind) => ({ value: kind, label: t(`audioKind_${kind}`) })),
        )}
      />
      <Checkbox label={t("audioDefault")} description={t("audioDefaultHint")} {...form.flag("default")} />
    </>
  );
}
