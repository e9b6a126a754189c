import { CHAPTERS_MAXIMUM_BYTES, readChapterFile } from "@kinora/domain/videos/chapter-file.ts";
import type { ChapterList } from "@kinora/domain/videos/chapter-list.ts";
import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { TextFileField } from "../../shell/text-files/TextFileField.tsx";

/** A list of times and titles, pasted or of a file, becomes the chapters. The text of a file is shown before it is used. */
export function ChapterListField({ onUse }: { onUse: (list: ChapterList) => void }) {
  const { t } = useTranslation("video");
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | undefined>();
  const show = (shown: string) => {
    setText(shown);
    setProblem(undefined);
  };
  const read = () => {
    const list = readChapterFile(text);
    if (list.problem) return setProblem(t("pasteWrong", list.problem));
    if (list.chapters.length === 0) return setProblem(t("pasteNothing"));
    onUse(list);
  };
  return (
    <>
      <TextFileField
        label={t("chaptersFile")}
        description={t("chaptersFileHint")}
        accept=".txt,.vtt,.srt,.csv,.json,.xml,text/plain,text/vtt,text/csv"
        maximumBytes={CHAPTERS_MAXIMUM_BYTES}
        onFile={(file) => file && show(file.text)}
        onTooLarge={() => setProblem(t("chaptersFileTooLarge"))}
      />
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
