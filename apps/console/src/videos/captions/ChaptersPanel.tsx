import { CHAPTER_TITLE_MAX, CHAPTERS_MAX, type Chapter } from "@kinora/domain/videos/chapters.ts";
import { formatVttTime, readTime } from "@kinora/domain/videos/vtt-time.ts";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingsForm } from "@kinora/ui/kit/forms/SettingsForm.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { videoChanges } from "../video-changes.ts";
import { ChapterListField } from "./ChapterListField.tsx";
import styles from "../video/VideoDetail.module.css";

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

const chaptersOf = (rows: readonly Row[]): Chapter[] =>
  rows.map(({ time, title }) => ({ start_seconds: readTime(time) ?? Number.NaN, title }));

/** Times that are none, at their fields. */
const timeErrors = (rows: readonly Row[], message: string) =>
  Object.fromEntries(
    chaptersOf(rows).flatMap(({ start_seconds: start }, index) =>
      Number.isNaN(start) ? [[`chapters.${index}.start_seconds`, message]] : [],
    ),
  );

type ChaptersForm = Form<{ chapters: Row[] }>;

/** The form of a video's chapters, and what saves it. */
function useChaptersForm(video: VideoDetail, readOnly: boolean) {
  const { t } = useTranslation("video");
  const client = useQueryClient();
  const form = useForm<{ chapters: Row[] }>({
    saved: { chapters: rowsOf(video.chapters) },
    readOnly,
    check: ({ chapters }) => timeErrors(chapters, t("timeWrong")),
  });
  const save = useAction(
    async (chapters: Chapter[]) => ({
      ...(await api.videoDetails.saveChapters({ id: video.id, chapters })),
      message: t("chaptersSaved"),
    }),
    {
      changes: videoChanges(video.id),
      failure: t("chaptersNotSaved"),
      onDone({ data }) {
        client.setQueryData<VideoDetail>(["video", video.id], (known) => known && { ...known, chapters: data });
        form.reset();
      },
      onProblem: ({ fields }) => form.refuse(fields),
    },
  );
  return { form, save };
}

/** The parts of the video viewers can jump to, on the player's time bar. */
export function ChaptersPanel({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("video");
  const { permissions } = useViewer();
  const readOnly = !permissions.video_edit;
  const [isPasting, setPasting] = useState(false);
  const [skipped, setSkipped] = useState<readonly number[]>([]);
  const { form, save } = useChaptersForm(video, readOnly);
  const rows = form.values.chapters;
  const edit = (chapters: Row[]) => form.edit({ chapters });
  const paste = readOnly ? undefined : (
    <Button variant="default" onClick={() => setPasting(!isPasting)}>
      {t("pasteChapters")}
    </Button>
  );
  return (
    <SettingsForm form={form} saving={save.isPending} onSave={() => save.mutate(chaptersOf(rows))}>
      <SettingGroup title={t("chapters")} action={paste}>
        <div className={styles["chapters"]}>
          {isPasting ? (
            <ChapterListField
              onUse={(list) => {
                edit(rowsOf(list.chapters));
                setSkipped(list.skipped);
                setPasting(false);
              }}
            />
          ) : null}
          {skipped.length > 0 ? (
            <p role="status" className="note">
              {t("pasteSkipped", { count: skipped.length, lines: skipped.join(", ") })}
            </p>
          ) : null}
          {rows.length === 0 ? <p className="note">{t("chaptersEmpty")}</p> : null}
          {rows.map((row, index) => (
            <ChapterRow
              key={index}
              index={index}
              row={row}
              form={form}
              onChange={(changed) => edit(rows.with(index, changed))}
              onRemove={() => edit(rows.toSpliced(index, 1))}
            />
          ))}
          {!readOnly && rows.length < CHAPTERS_MAX ? (
            <div>
              <Button
                variant="default"
                leftSection={<IconPlus size={16} stroke={1.6} />}
                onClick={() => edit([...rows, { time: "", title: "" }])}
              >
                {t("addChapter")}
              </Button>
            </div>
          ) : null}
        </div>
      </SettingGroup>
    </SettingsForm>
  );
}

interface ChapterRowProps {
  index: number;
  row: Row;
  form: ChaptersForm;
  onChange: (row: Row) => void;
  onRemove: () => void;
}

function ChapterRow({ index, row, form, onChange, onRemove }: ChapterRowProps) {
  const { t } = useTranslation("video");
  const { readOnly, errorAt } = form;
  return (
    <div className={styles["chapter"]}>
      <TextInput
        aria-label={t("chapterTimeOf", { number: index + 1 })}
        placeholder="00:00"
        readOnly={readOnly}
        value={row.time}
        error={errorAt(`chapters.${index}.start_seconds`)}
        onChange={(event) => onChange({ ...row, time: event.currentTarget.value })}
      />
      <TextInput
        aria-label={t("chapterTitleOf", { number: index + 1 })}
        placeholder={t("chapterTitle")}
        maxLength={CHAPTER_TITLE_MAX}
        readOnly={readOnly}
        value={row.title}
        error={errorAt(`chapters.${index}.title`)}
        onChange={(event) => onChange({ ...row, title: event.currentTarget.value })}
      />
      {readOnly ? null : (
        <ActionIcon aria-label={t("removeChapter", { number: index + 1 })} onClick={onRemove}>
          <IconTrash size={16} stroke={1.6} />
        </ActionIcon>
      )}
    </div>
  );
}
