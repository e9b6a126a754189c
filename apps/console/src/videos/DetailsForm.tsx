import { COMMON_LANGUAGES, languageName } from "@kinora/domain/languages.ts";
import { REFERENCE_ID_MAX } from "@kinora/domain/videoDetails.ts";
import { VIDEO_DESCRIPTION_MAX, VIDEO_TITLE_MAX } from "@kinora/domain/videos.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { SaveBar } from "../layout/SaveBar.tsx";
import { SelectLater } from "../layout/SelectLater.tsx";
import { useUnsaved } from "../layout/useUnsaved.ts";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { patchVideo, type VideoDetail } from "../platform/videos.ts";
import { CategoryField } from "./CategoryField.tsx";
import { detailsInput, detailsOf, sameDetails, type Details } from "./details.ts";
import { MetadataFields } from "./MetadataFields.tsx";
import { TagsField } from "./TagsField.tsx";
import styles from "./VideoPage.module.css";

/** What people say about a video; the save bar is there only while something is unsaved. Ctrl/Cmd+S saves. */
export function DetailsForm({ video }: { video: VideoDetail }) {
  const { t } = useTranslation(["videos", "video"]);
  const client = useQueryClient();
  const { permissions } = useViewer();
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
  const edit = (change: Partial<Details>, field?: string) => {
    setDetails((now) => ({ ...now, ...change }));
    const changed = new Set(field === undefined ? Object.keys(change) : [field]);
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !changed.has(field.split(".")[0] ?? ""))));
  };
  const errorAt = (field: string) => errors[field]?.[0] ?? null;
  const readOnly = !permissions.video_edit;
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
          <CategoryField
            projectId={video.project_id}
            value={details.category}
            error={errorAt("category_id")}
            readOnly={readOnly}
            onChange={(category) => edit({ category }, "category_id")}
          />
          <TagsField
            projectId={video.project_id}
            names={details.tags}
            error={errorAt("tags")}
            readOnly={readOnly}
            onChange={(tags) => edit({ tags })}
          />
          <SelectLater
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
        <SaveBar
          saving={save.isPending}
          save={t("save")}
          onDiscard={() => {
            setDetails(saved);
            setErrors({});
          }}
        />
      ) : null}
    </form>
  );
}
