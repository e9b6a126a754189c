import { VIDEO_DESCRIPTION_MAX, VIDEO_TITLE_MAX } from "@kinora/domain/videos.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Button, Select, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { confirm } from "../platform/confirm.ts";
import { fieldMessage, problemOf } from "../platform/problem.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { patchVideo, type VideoDetail } from "../platform/videos.ts";
import styles from "./VideoPage.module.css";

interface Meta {
  title: string;
  description: string;
  category_id: number | null;
}

const metaOf = (video: VideoDetail): Meta => ({
  title: video.title,
  description: video.description,
  category_id: video.category?.id ?? null,
});

const same = (a: Meta, b: Meta) =>
  a.title === b.title && a.description === b.description && a.category_id === b.category_id;

/** Title, description and category; the save bar is there only while something is unsaved. Ctrl/Cmd+S saves. */
export function MetaForm({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("videos");
  const client = useQueryClient();
  const { permissions } = useViewer();
  const categories = useStore(session, (value) => value.config?.categories) ?? [];
  const [saved, setSaved] = useState<Meta>(() => metaOf(video));
  const [meta, setMeta] = useState<Meta>(saved);
  const [errors, setErrors] = useState<Partial<Record<"title" | "description", string>>>({});
  const form = useRef<HTMLFormElement>(null);
  const dirty = !same(meta, saved);

  // What somebody else changed shows as long as nothing is being edited here.
  const arrived = metaOf(video);
  if (!dirty && !same(arrived, saved)) {
    setSaved(arrived);
    setMeta(arrived);
  }

  const save = useMutation({
    mutationFn: (input: Meta) => api.videos.updateVideo({ id: video.id, ...input }),
    onSuccess({ data }) {
      patchVideo(client, video.id, { title: data.title, description: data.description, category: data.category });
      const now = { title: data.title, description: data.description, category_id: data.category?.id ?? null };
      setSaved(now);
      setMeta(now);
      setErrors({});
      toastSuccess(t("saved"));
    },
    onError(error) {
      const problem = problemOf(error);
      const title = fieldMessage(problem, "title");
      const description = fieldMessage(problem, "description");
      setErrors({ ...(title === null ? {} : { title }), ...(description === null ? {} : { description }) });
      if (problem.status !== 403) toastError(t("notSaved"));
    },
  });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!dirty || save.isPending) return;
    if (meta.title.trim() === "") return setErrors({ title: t("titleEmpty") });
    save.mutate(meta);
  };

  useBlocker({
    shouldBlockFn: async () =>
      !(await confirm({ title: t("leaveTitle"), text: t("leaveText"), yes: t("leave"), danger: false })),
    enableBeforeUnload: () => dirty,
    disabled: !dirty,
  });

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      form.current?.requestSubmit();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);

  const edit = (change: Partial<Meta>) => {
    setMeta({ ...meta, ...change });
    setErrors({});
  };
  const readOnly = !permissions.video_edit;
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
            value={meta.title}
            error={errors.title}
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
            value={meta.description}
            error={errors.description}
            onChange={(event) => edit({ description: event.currentTarget.value })}
          />
          {categories.length > 0 || meta.category_id !== null ? (
            <Select
              label={t("fieldCategory")}
              placeholder={t("noCategory")}
              clearable
              disabled={readOnly}
              value={meta.category_id === null ? null : String(meta.category_id)}
              data={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(value) => edit({ category_id: value === null ? null : Number(value) })}
            />
          ) : null}
        </div>
      </Panel>
      {dirty ? (
        <div className={styles["saveBar"]} role="region" aria-label={t("unsaved")}>
          <span>{t("unsaved")}</span>
          <Button
            variant="default"
            onClick={() => {
              setMeta(saved);
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
