import { CHAPTER_TITLE_MAX, CHAPTERS_MAX, readChapterList, type Chapter } from "@kinora/domain/chapters.ts";
import { formatVttTime, readTime } from "@kinora/domain/vttTime.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { ActionIcon, Button, Textarea, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { useUnsaved } from "../layout/useUnsaved.ts";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { problemOf } from "../platform/problem.ts";
import type { VideoDetail } from "../platform/videos.ts";
import { useVideoChange } from "./useVideoChange.ts";
import styles from "./VideoDetail.module.css";

interface Row {
  time: string;
  title: string;
}

const timeOf = (seconds: number) =>
  formatVttTime(seconds)
    .replace(/^00:/, "")
    .replace(/\.000$/, "");
const rowsOf = (chapters: readonly Chapter[]): Row[] =>
  chapters.map(({ start_seconds: start, title }) => ({ time: timeOf(start), title }));
const same = (a: readonly Row[], b: readonly Row[]) => JSON.stringify(a) === JSON.stringify(b);

/** The parts of the video viewers can jump to, on the player's time bar. */
export function ChaptersPanel({ video }: { video: VideoDetail }) {
  const { t } = useTranslation(["video", "videos"]);
  const { permissions } = useViewer();
  const { done, failed } = useVideoChange(video.id);
  const kept = rowsOf(video.chapters);
  const [seen, setSeen] = useState(kept);
  const [rows, setRows] = useState<Row[]>(kept);
  const [pasted, setPasted] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const form = useRef<HTMLFormElement>(null);
  if (!same(kept, seen)) {
    setSeen(kept);
    setRows(kept);
  }
  const dirty = !same(rows, kept);
  useUnsaved(dirty, form);

  const save = useMutation({
    mutationFn: (chapters: Chapter[]) => api.videoDetails.saveChapters({ id: video.id, chapters }),
    onSuccess: () => done(t("chaptersSaved")),
    onError(error) {
      setErrors(problemOf(error).fields);
      failed(error, t("chaptersNotSaved"));
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!dirty || save.isPending) return;
    const chapters = rows.map(({ time, title }) => ({ start_seconds: readTime(time) ?? Number.NaN, title }));
    const wrong: Record<string, string[]> = {};
    for (const [index, { start_seconds: start }] of chapters.entries()) {
      if (Number.isNaN(start)) wrong[`chapters.${index}.start_seconds`] = [t("timeWrong")];
    }
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) save.mutate(chapters);
  };
  const edit = (change: Row[]) => {
    setRows(change);
    setErrors({});
  };
  const usePasted = () => {
    const { chapters, problem } = readChapterList(pasted ?? "");
    if (problem) return setErrors({ pasted: [t("pasteWrong", problem)] });
    edit(rowsOf(chapters));
    setPasted(null);
  };
  const readOnly = !permissions.video_edit;
  const paste = readOnly ? undefined : (
    <Button variant="default" onClick={() => setPasted(pasted === null ? "" : null)}>
      {t("pasteChapters")}
    </Button>
  );
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Panel title={t("chapters")} action={paste}>
        <div className={styles["form"]}>
          {pasted === null ? null : (
            <>
              <Textarea
                label={t("pasteChapters")}
                description={t("pasteHint")}
                autosize
                minRows={4}
                maxRows={12}
                value={pasted}
                error={errors["pasted"]?.[0]}
                onChange={(event) => setPasted(event.currentTarget.value)}
              />
              <div>
                <Button variant="default" onClick={usePasted}>
                  {t("pasteUse")}
                </Button>
              </div>
            </>
          )}
          {rows.length === 0 ? <p className={styles["note"]}>{t("chaptersEmpty")}</p> : null}
          {rows.map((row, index) => (
            <div key={index} className={styles["chapter"]}>
              <TextInput
                aria-label={t("chapterTimeOf", { number: index + 1 })}
                placeholder="00:00"
                readOnly={readOnly}
                value={row.time}
                error={errors[`chapters.${index}.start_seconds`]?.[0]}
                onChange={(event) => edit(rows.with(index, { ...row, time: event.currentTarget.value }))}
              />
              <TextInput
                aria-label={t("chapterTitleOf", { number: index + 1 })}
                placeholder={t("chapterTitle")}
                maxLength={CHAPTER_TITLE_MAX}
                readOnly={readOnly}
                value={row.title}
                error={errors[`chapters.${index}.title`]?.[0]}
                onChange={(event) => edit(rows.with(index, { ...row, title: event.currentTarget.value }))}
              />
              {readOnly ? null : (
                <ActionIcon
                  aria-label={t("removeChapter", { number: index + 1 })}
                  onClick={() => edit(rows.toSpliced(index, 1))}
                >
                  <IconTrash size={16} stroke={1.6} />
                </ActionIcon>
              )}
            </div>
          ))}
          {readOnly ? null : (
            <div className={styles["inline"]}>
              {rows.length < CHAPTERS_MAX ? (
                <Button
                  variant="default"
                  leftSection={<IconPlus size={16} stroke={1.6} />}
                  onClick={() => edit([...rows, { time: "", title: "" }])}
                >
                  {t("addChapter")}
                </Button>
              ) : null}
              <Button type="submit" disabled={!dirty} loading={save.isPending}>
                {t("chaptersSave")}
              </Button>
            </div>
          )}
        </div>
      </Panel>
    </form>
  );
}
