import { CHAPTERS_MAXIMUM_BYTES, readChapterFile } from "@kinora/domain/videos/chapter-file.ts";
import type { ChapterList } from "@kinora/domain/videos/chapter-list.ts";
import { Button, Input, Textarea } from "@mantine/core";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { EncodingLater } from "../../shell/text-files/EncodingLater.tsx";
import { useTextFile } from "../../shell/text-files/use-text-file.ts";
import styles from "../video/VideoDetail.module.css";

/** A list of times and titles, pasted or of a file, becomes the chapters. The text of a file is shown before it is used. */
export function ChapterListField({ onUse }: { onUse: (list: ChapterList) => void }) {
  const { t } = useTranslation("video");
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | undefined>();
  const show = (shown: string) => {
    setText(shown);
    setProblem(undefined);
  };
  const chosen = useTextFile((file) => show(file.text));
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (file.size <= CHAPTERS_MAXIMUM_BYTES) return void chosen.read(file);
    chosen.forget();
    setProblem(t("chaptersFileTooLarge"));
  };
  const read = () => {
    const list = readChapterFile(text);
    if (list.problem) return setProblem(t("pasteWrong", list.problem));
    if (list.chapters.length === 0) return setProblem(t("pasteNothing"));
    onUse(list);
  };
  return (
    <>
      <Input.Wrapper label={t("chaptersFile")} description={t("chaptersFileHint")} id="chapters-file">
        <input
          id="chapters-file"
          className={styles["file"]}
          type="file"
          accept=".txt,.vtt,.srt,.csv,text/plain,text/vtt,text/csv"
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
      </Input.Wrapper>
      {chosen.file && !chosen.file.isCertain ? (
        <Suspense fallback={null}>
          <EncodingLater file={chosen.file} onChoose={chosen.decode} />
        </Suspense>
      ) : null}
      <Textarea
        label={t("chaptersText")}
        description={t("pasteHint")}
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        error={problem}
        onChange={(event) => show(event.currentTarget.value)}
      />
      <div>
        <Button variant="default" onClick={read}>
          {t("pasteUse")}
        </Button>
      </div>
    </>
  );
}
