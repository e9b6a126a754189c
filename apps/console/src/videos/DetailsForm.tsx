import { COMMON_LANGUAGES, languageName } from "@kinora/domain/languages.ts";
import { REFERENCE_ID_MAX } from "@kinora/domain/videoDetails.ts";
import { VIDEO_DESCRIPTION_MAX, VIDEO_TITLE_MAX } from "@kinora/domain/videos.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Button, Select, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { problemOf } from "../platform/problem.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { patchVideo, type VideoDetail } from "../platform/videos.ts";
import { detailsInput, detailsOf, sameDetails, type Details } from "./details.ts";
import { MetadataFields } from "./MetadataFields.tsx";
import { useUnsaved } from "./useUnsaved.ts";
import styles from "./VideoPage.module.css";

/** What people say about a video; the save bar is there only while something is unsaved. Ctrl/Cmd+S saves. */
export function DetailsForm({ video }: { video: VideoDetail }) {
  const { t } = useTranslation(["videos", "video"]);
  const client = useQueryClient();
  const { permissions } = useViewer();
  const categories = useStore(session, (value) => value.config?.categories) ?? [];
  const [saved, setSaved] = useState<Details>(() => detailsOf(video));
  const [details, setDetails] = useState<Details>(saved);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const form = useRef<HTMLFormElement>(null);
  const dirty = !sameDetails(details, saved);
  useUnsaved(dirty, form);

  // What somebody else changed shows as long as nothing is being edited here.
  const arrived = detailsOf(video);
  if (!dirty && !sameDetails(arrived, saved)) {
    setSaved(arrived);
    setDetails(arrived);
  }

  const save = useMutation({
    mutationFn: (input: Details) => api.videos.updateVideo(detailsInput(video.id, input)),
    async onSuccess({ data }, input) {
      const { language, reference_id, metadata } = detailsInput(video.id, input);
      patchVideo(client, video.id, {
        title: data.title,
        description: data.description,
        category: data.category,
        tags: data.tags,
      });
      client.setQueryData<VideoDetail>(
        ["video", video.id],
        (known) => known && { ...known, language, reference_id, metadata },
      );
      const now = detailsOf({ ...video, ...data, language, reference_id, metadata });
      setSaved(now);
      setDetails(now);
      setErrors({});
      toastSuccess(t("saved"));
      await client.invalidateQueries({ queryKey: ["activity", video.id] });
    },
    onError(error) {
      const problem = problemOf(error);
      setErrors(problem.fields);
      if (problem.status !== 403) toastError(t("notSaved"));
    },
  });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!dirty || save.isPending) return;
    if (details.title.trim() === "") return setErrors({ title: [t("titleEmpty")] });
    save.mutate(details);
  };
  const edit = (change: Partial<Details>) => {
    setDetails({ ...details, ...change });
    const changed = new Set(Object.keys(change));
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !changed.has(field.split(".")[0] ?? ""))));
  };
  const errorAt = (field: string) => errors[field]?.[0] ?? null;
  const readOnly = !permissions.video_edit;
  const chosen = video.category && !categories.some(({ id }) => id === video.category?.id) ? [video.category] : [];
  const languages = [...new Set([...COMMON_LANGUAGES, ...(details.language ? [details.language] : [])])];
  const known = new Set(["title", "description", "category_id", "tags", "language", "reference_id"]);
  const others = Object.entries(errors).filter(([field]) => !known.has(field) && !field.startsWith("metadata."));
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Panel title={t("details")}>
        <div className={styles["form"]}>
          <TextInput
            label={t("fieldTitle")}
            name="title"
            required
            readOnly={readOnly}
            maxLength={VIDEO_TITLE_MAX}
            value={details.title}
            error={errorAt("title")}
            onChange={(event) => edit({ title: event.currentTarget.value })}
          />
          <Textarea
            label={t("fieldDescription")}
            name="description"
            autosize
            minRows={3}
            maxRows={14}
            readOnly={readOnly}
            maxLength={VIDEO_DESCRIPTION_MAX}
            value={details.description}
            error={errorAt("description")}
            onChange={(event) => edit({ description: event.currentTarget.value })}
          />
          <Select
            label={t("fieldCategory")}
            placeholder={t("noCategory")}
            clearable
            searchable
            disabled={readOnly}
            value={details.category_id === null ? null : String(details.category_id)}
            data={[...categories, ...chosen].map(({ id, name }) => ({ value: String(id), label: name }))}
            error={errorAt("category_id")}
            onChange={(value) => edit({ category_id: value === null ? null : Number(value) })}
          />
          <TextInput
            label={t("video:tags")}
            name="tags"
            description={t("video:tagsHint")}
            readOnly={readOnly}
            value={details.tags}
            error={errorAt("tags")}
            onChange={(event) => edit({ tags: event.currentTarget.value })}
          />
          <Select
            label={t("video:language")}
            placeholder={t("video:noLanguage")}
            clearable
            searchable
            disabled={readOnly}
            value={details.language}
            data={languages.map((tag) => ({ value: tag, label: `${languageName(tag)} (${tag})` }))}
            error={errorAt("language")}
            onChange={(language) => edit({ language })}
          />
          <TextInput
            label={t("video:referenceId")}
            name="reference_id"
            description={t("video:referenceHint")}
            readOnly={readOnly}
            maxLength={REFERENCE_ID_MAX}
            value={details.reference_id}
            error={errorAt("reference_id")}
            onChange={(event) => edit({ reference_id: event.currentTarget.value })}
          />
          <MetadataFields
            pairs={details.metadata}
            readOnly={readOnly}
            errorAt={errorAt}
            onChange={(metadata) => edit({ metadata })}
          />
          {others.map(([field, [message]]) => (
            <p key={field} className={styles["error"]} role="alert">
              {message}
            </p>
          ))}
        </div>
      </Panel>
      {dirty ? (
        <div className={styles["saveBar"]} role="region" aria-label={t("unsaved")}>
          <span>{t("unsaved")}</span>
          <Button
            variant="default"
            onClick={() => {
              setDetails(saved);
              setErrors({});
            }}
          >
            {t("discard")}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t("save")}
          </Button>
        </div>
      ) : null}
    </form>
  );
}
