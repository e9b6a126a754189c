import type { EditedCue } from "@kinora/domain/videos/caption-editing.ts";
import {
  LETTERS_A_SECOND,
  LINE_LETTERS,
  LINES,
  longestLine,
  problemsOf,
  readingSpeed,
  SHORTEST_READABLE_SECONDS,
} from "@kinora/domain/videos/caption-reading.ts";
import { formatVttTime, readTime } from "@kinora/domain/videos/vtt-time.ts";
import { ActionIcon, Button, TextInput, Textarea } from "@mantine/core";
import { IconArrowBarToLeft, IconArrowBarToRight } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "../../../platform/i18n.ts";
import { onEnter, type EditorActions } from "./editor-keys.ts";
import type { CaptionEdits } from "./use-caption-edits.ts";
import styles from "./Editor.module.css";

const icon = { size: 16, stroke: 1.6 } as const;
const ROWS_MAX = 6;

/** A time without leading zeros: `1:02.500`. */
const timeOf = (seconds: number) => formatVttTime(seconds).replace(/^00:0?/, "");

/** The selected caption: its times, who speaks, the text, and what can be done with it. */
export function CaptionFields({
  cue,
  before,
  isLast,
  edits,
  act,
  speakersId,
}: {
  cue: EditedCue;
  before: EditedCue | undefined;
  isLast: boolean;
  edits: CaptionEdits;
  act: EditorActions;
  /** Id of the list of all speakers. */
  speakersId: string;
}) {
  const { t } = useTranslation("captionsEditor");
  const { id, start, end, speaker, text } = cue;
  return (
    <>
      <div className={styles["timing"]}>
        <TimeField label={t("start")} seconds={start} onChange={(seconds) => edits.change(id, { start: seconds })}>
          <ActionIcon variant="subtle" aria-label={t("startHere")} title={t("startHere")} onClick={act.start}>
            <IconArrowBarToLeft {...icon} />
          </ActionIcon>
        </TimeField>
        <TimeField label={t("end")} seconds={end} onChange={(seconds) => edits.change(id, { end: seconds })}>
          <ActionIcon variant="subtle" aria-label={t("endHere")} title={t("endHere")} onClick={act.end}>
            <IconArrowBarToRight {...icon} />
          </ActionIcon>
        </TimeField>
        <TextInput
          label={t("speaker")}
          value={speaker}
          dir="auto"
          maxLength={100}
          list={speakersId}
          onChange={(event) => edits.change(id, { speaker: event.currentTarget.value })}
        />
      </div>
      <Textarea
        label={t("text")}
        value={text}
        dir="auto"
        autoFocus
        rows={Math.max(2, Math.min(ROWS_MAX, text.split("\n").length))}
        onChange={(event) => edits.change(id, { text: event.currentTarget.value })}
      />
      <Reading cue={cue} before={before} />
      <Buttons isLast={isLast} act={act} onRemove={() => edits.remove(id)} />
    </>
  );
}

function Buttons({ isLast, act, onRemove }: { isLast: boolean; act: EditorActions; onRemove: () => void }) {
  const { t } = useTranslation("captionsEditor");
  return (
    <div className={styles["buttons"]}>
      <Button variant="default" size="compact-sm" onClick={act.play}>
        {t("play")}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        // The text keeps its cursor, where the caption is divided.
        onMouseDown={(event) => event.preventDefault()}
        onClick={act.split}
      >
        {t("split")}
      </Button>
      <Button variant="default" size="compact-sm" disabled={isLast} onClick={act.merge}>
        {t("merge")}
      </Button>
      <Button variant="subtle" color="red" size="compact-sm" onClick={onRemove}>
        {t("remove")}
      </Button>
    </div>
  );
}

/** A time that is taken over when the field is left, or with Enter. */
function TimeField({
  label,
  seconds,
  onChange,
  children,
}: {
  label: string;
  seconds: number;
  onChange: (seconds: number) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation("captionsEditor");
  const [typed, setTyped] = useState<string | null>(null);
  const read = typed === null ? null : readTime(typed);
  const take = () => {
    if (read !== null) onChange(read);
    if (typed === null || read !== null) setTyped(null);
  };
  return (
    <TextInput
      label={label}
      value={typed ?? timeOf(seconds)}
      error={typed !== null && read === null ? t("timeWrong") : undefined}
      rightSection={children}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={onEnter(take)}
    />
  );
}

/** How fast it is to be read, and what is wrong with it. */
function Reading({ cue, before }: { cue: EditedCue; before: EditedCue | undefined }) {
  const { t } = useTranslation("captionsEditor");
  const speed = readingSpeed(cue);
  const limits = { seconds: SHORTEST_READABLE_SECONDS, lines: LINES };
  return (
    <>
      <p className={styles["note"]}>
        {speed === null ? "" : `${t("speed", { speed: Math.round(speed * 10) / 10 })} · `}
        {t("line", { count: longestLine(cue.text) })}
      </p>
      <div role="status">
        <ul className={styles["problems"]}>
          {problemsOf(cue, before).map((problem) => (
            <li key={problem}>
              {t(`problem_${problem}`, { ...limits, letters: problem === "fast" ? LETTERS_A_SECOND : LINE_LETTERS })}
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
