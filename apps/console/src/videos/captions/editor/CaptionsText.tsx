import { writeVtt, type EditedCue } from "@kinora/domain/videos/caption-editing.ts";
import { problemsOf } from "@kinora/domain/videos/caption-reading.ts";
import { Stack } from "@mantine/core";
import type { QueryKey } from "@tanstack/react-query";
import { useEffect, useRef, useState, type RefObject } from "react";
import { api } from "../../../platform/client.ts";
import { useTranslation } from "../../../platform/i18n.ts";
import { toastError } from "../../../platform/toasts.ts";
import { useAction } from "../../../platform/use-action.ts";
import type { VideoDetail } from "../../../platform/videos.ts";
import { useAskBeforeLeaving } from "../../../shell/forms/use-ask-before-leaving.ts";
import type { FramedPlayer } from "../../../shell/frame/use-player.ts";
import { videoChanges } from "../../video-changes.ts";
import type { Captions } from "../CaptionsDialog.tsx";
import { CaptionRows } from "./CaptionRows.tsx";
import { readEditorKey, type EditorActions } from "./editor-keys.ts";
import { EditorTools } from "./EditorTools.tsx";
import { useCaptionEdits, type CaptionEdits } from "./use-caption-edits.ts";
import { Waveform } from "./Waveform.tsx";

interface CaptionsTextProps {
  video: VideoDetail;
  captions: Captions;
  file: { file: string; version: number };
  player: FramedPlayer;
  /** How the text is loaded again in place of what was typed. */
  stored: { queryKey: QueryKey; show: () => void };
}

/** The captions with everything that changes them. */
export function CaptionsText(props: CaptionsTextProps) {
  const { video, captions, file, player } = props;
  const edits = useCaptionEdits(file.file);
  const root = useRef<HTMLDivElement>(null);
  const save = useSave(props, edits);
  useAskBeforeLeaving(edits.dirty);
  const act = useEditorActions(edits, player, root, save.run);
  useEditorKeys(root, act);
  return (
    <Stack ref={root} gap="sm">
      <EditorTools
        videoId={video.id}
        captions={captions}
        edits={edits}
        player={player}
        saving={save.isPending}
        onSave={save.run}
      />
      <Waveform previewUrl={video.playable ? video.preview_url : null} edits={edits} player={player} />
      <CaptionRows edits={edits} player={player} act={act} />
    </Stack>
  );
}

/** Saves the captions as the next version of their file. */
function useSave({ video, captions, file, stored }: CaptionsTextProps, edits: CaptionEdits) {
  const { t } = useTranslation("captionsEditor");
  const [version, setVersion] = useState(file.version);
  const { language, label, kind, default: byDefault } = captions;
  const save = useAction(
    async ({ cues, ...input }: { cues: readonly EditedCue[]; version: number | undefined }) => {
      const place = { video_id: video.id, id: captions.id, language, label, kind, default: byDefault };
      const { data } = await api.captions.updateCaptions({ ...place, ...input, file: writeVtt(cues) });
      return { message: t("saved"), cues, version: data.version };
    },
    {
      changes: [...videoChanges(video.id), ["captions-versions", captions.id]],
      failure: t("notSaved"),
      stored,
      onDone(done) {
        setVersion(done.version);
        edits.markSaved(done.cues);
      },
    },
  );
  return {
    isPending: save.isPending,
    run() {
      const { cues } = edits;
      if (!edits.dirty || save.isPending) return;
      const wrong = cues.find((cue) => problemsOf(cue, undefined).includes("times"));
      if (wrong) {
        edits.select(wrong.id);
        return toastError(t("timesWrong"));
      }
      if (cues.every((cue) => problemsOf(cue, undefined).includes("empty"))) return toastError(t("nothing"));
      save.mutate({ cues, version });
    },
  };
}

/** What the editor's keys and buttons do with the selected caption. */
function useEditorActions(
  edits: CaptionEdits,
  player: FramedPlayer,
  root: RefObject<HTMLElement | null>,
  save: () => void,
): EditorActions {
  const { selected } = edits;
  const moment = () => player.position.get().seconds;
  const goTo = (cue: EditedCue | null) => cue && player.seek(cue.start);
  return {
    next: () => goTo(edits.move(1)),
    previous: () => goTo(edits.move(-1)),
    split: () => selected && edits.split(selected.id, cursorIn(root.current, selected.text), moment()),
    merge: () => selected && edits.merge(selected.id),
    start: () => selected && edits.change(selected.id, { start: moment() ?? selected.start }),
    end: () => selected && edits.change(selected.id, { end: moment() ?? selected.end }),
    play() {
      if (!selected) return;
      player.seek(selected.start);
      player.play();
    },
    pause: player.pause,
    undo: () => edits.undo?.(),
    redo: () => edits.redo?.(),
    save,
  };
}

/** Where in the text of the selected caption the cursor is; at the space closest to its middle where it is elsewhere. */
function cursorIn(root: HTMLElement | null, text: string): number {
  const field = root?.querySelector("textarea");
  const place = field?.selectionStart ?? 0;
  if (place > 0 && place < text.length) return place;
  const middle = text.length / 2;
  const spaces = [...text.matchAll(/\s/g)].map(({ index }) => index);
  return spaces.toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0] ?? 0;
}

/** The keys work wherever the focus is on the page: the player and the list have none of their own with Alt or Ctrl. */
function useEditorKeys(root: RefObject<HTMLElement | null>, act: EditorActions): void {
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const name = readEditorKey(event);
      // A field above the captions takes back what was typed into it.
      const isOwn = (name === "undo" || name === "redo") && isFieldOfTool(event.target);
      if (name === null || isOwn || event.defaultPrevented || root.current?.closest("[inert], [aria-hidden]")) return;
      event.preventDefault();
      newest.current[name]();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [root]);
}

const isFieldOfTool = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.closest("li") === null;
