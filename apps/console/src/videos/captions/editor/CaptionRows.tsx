import { speakersOf, type EditedCue } from "@kinora/domain/videos/caption-editing.ts";
import { problemsOf } from "@kinora/domain/videos/caption-reading.ts";
import { formatTenths } from "@kinora/domain/videos/vtt-time.ts";
import { Box, Button, Group } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { memo, useCallback, useEffect, useRef } from "react";
import { useTranslation } from "../../../platform/i18n.ts";
import { useStore } from "../../../platform/store.ts";
import type { FramedPlayer } from "../../../shell/frame/use-player.ts";
import { CaptionFields } from "./CaptionFields.tsx";
import type { EditorActions } from "./editor-keys.ts";
import type { CaptionEdits } from "./use-caption-edits.ts";
import styles from "./Editor.module.css";

const SPEAKERS_ID = "captions-speakers";

/** All captions in their order. The selected one has fields; a click on another selects it and goes there. */
export function CaptionRows({ edits, player, act }: { edits: CaptionEdits; player: FramedPlayer; act: EditorActions }) {
  const { t } = useTranslation("captionsEditor");
  const { cues, selected, select } = edits;
  const shownId = useShownId(cues, player);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[data-selected]")?.scrollIntoView({ block: "nearest" });
  }, [selected?.id]);
  const { seek } = player;
  const choose = useCallback(
    (cue: EditedCue) => {
      select(cue.id);
      seek(cue.start);
    },
    [select, seek],
  );
  return (
    <>
      <Warnings edits={edits} />
      {cues.length === 0 ? <p className={styles["note"]}>{t("empty")}</p> : null}
      <ol ref={list} className={styles["rows"]} aria-label={t("list")}>
        {cues.map((cue, at) =>
          cue.id === selected?.id ? (
            <li key={cue.id} data-selected className={styles["fields"]}>
              <CaptionFields
                cue={cue}
                before={cues[at - 1]}
                isLast={at === cues.length - 1}
                edits={edits}
                act={act}
                speakersId={SPEAKERS_ID}
              />
            </li>
          ) : (
            <CaptionRow key={cue.id} cue={cue} before={cues[at - 1]} isShown={cue.id === shownId} onChoose={choose} />
          ),
        )}
      </ol>
      <datalist id={SPEAKERS_ID}>
        {speakersOf(cues).map((speaker) => (
          <option key={speaker} value={speaker} />
        ))}
      </datalist>
    </>
  );
}

/** The caption the player shows now; the page renders again only when it is another one. */
const useShownId = (cues: readonly EditedCue[], { position }: FramedPlayer): number | null =>
  useStore(position, ({ seconds }) =>
    seconds === null ? null : (cues.findLast(({ start, end }) => start <= seconds && seconds < end)?.id ?? null),
  );

interface RowProps {
  cue: EditedCue;
  before: EditedCue | undefined;
  isShown: boolean;
  onChoose: (cue: EditedCue) => void;
}

/** A list has thousands of them: each renders only when it changes. */
const CaptionRow = memo(function CaptionRow({ cue, before, isShown, onChoose }: RowProps) {
  const { t } = useTranslation("captionsEditor");
  const { start, end, speaker, text } = cue;
  const problems = problemsOf(cue, before);
  const name = t("rowName", { start: formatTenths(start), end: formatTenths(end), text });
  return (
    <li className={styles["row"]}>
      <button type="button" aria-label={name} data-shown={isShown || undefined} onClick={() => onChoose(cue)}>
        <Box component="span" className="muted" flex="none" fz={12} lh="18px" miw={52}>
          {formatTenths(start)}
          <br />
          {formatTenths(end)}
        </Box>
        <span className={styles["words"]} dir="auto">
          {speaker === "" ? null : <b>{speaker}: </b>}
          {text}
        </span>
        {problems.length > 0 ? (
          <IconAlertTriangle size={16} stroke={1.6} className={styles["warning"]} aria-hidden="true" />
        ) : null}
      </button>
    </li>
  );
});

/** How many captions have a warning, and the way to the next of them. */
function Warnings({ edits: { cues, selected, select } }: { edits: CaptionEdits }) {
  const { t } = useTranslation("captionsEditor");
  const warned = cues.flatMap((cue, at) => (problemsOf(cue, cues[at - 1]).length > 0 ? [{ id: cue.id, at }] : []));
  if (warned.length === 0) return null;
  const now = cues.findIndex(({ id }) => id === selected?.id);
  const next = warned.find(({ at }) => at > now) ?? warned[0];
  return (
    <Group gap={6}>
      <IconAlertTriangle size={16} stroke={1.6} className={styles["warning"]} aria-hidden="true" />
      <span>{t("warnings", { count: warned.length })}</span>
      <Button variant="subtle" size="compact-sm" onClick={() => next && select(next.id)}>
        {t("nextWarning")}
      </Button>
    </Group>
  );
}
