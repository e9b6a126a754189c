import { beginHistory, redo, stepTo, undo } from "@kinora/domain/edit-history.ts";
import {
  addCue,
  changeCue,
  mergeWithNext,
  readEditedCues,
  removeCue,
  splitCue,
  type EditedCue,
} from "@kinora/domain/videos/caption-editing.ts";
import { useState } from "react";

type Cues = readonly EditedCue[];

/** Captions while they are edited: what can be done with them, the selected one, and whether something is not saved. */
export function useCaptionEdits(vtt: string) {
  const [history, setHistory] = useState(() => beginHistory<Cues>(readEditedCues(vtt)));
  const [saved, setSaved] = useState(history.now);
  const [selectedId, select] = useState<number | null>(history.now[0]?.id ?? null);
  const cues = history.now;
  const at = cues.findIndex(({ id }) => id === selectedId);
  const edit = (next: Cues, step: string | null = null) => setHistory((now) => stepTo(now, next, step));
  const selectAt = (place: number) => {
    const cue = cues[Math.max(0, Math.min(place, cues.length - 1))];
    if (cue) select(cue.id);
    return cue ?? null;
  };
  return {
    cues,
    /** The selected caption; null where there is none. */
    selected: cues[at] ?? null,
    select,
    /** Selects the one above (-1) or below (1), and answers it. */
    move: (by: -1 | 1) => selectAt(at < 0 ? 0 : at + by),
    edit,
    /** Letters typed into one field of one caption are one step to undo. */
    change: (id: number, change: Partial<Omit<EditedCue, "id">>) =>
      edit(changeCue(cues, id, change), `${id} ${Object.keys(change).join(" ")}`),
    split: (id: number, place: number, moment: number | null) => edit(splitCue(cues, id, place, moment)),
    merge: (id: number) => edit(mergeWithNext(cues, id)),
    add(moment: number) {
      const added = addCue(cues, moment);
      edit(added.cues);
      select(added.id);
    },
    remove(id: number) {
      const place = cues.findIndex((cue) => cue.id === id);
      select((cues[place + 1] ?? cues[place - 1])?.id ?? null);
      edit(removeCue(cues, id));
    },
    undo: history.past.length > 0 ? () => setHistory(undo) : null,
    redo: history.future.length > 0 ? () => setHistory(redo) : null,
    dirty: cues !== saved,
    markSaved: setSaved,
  };
}

export type CaptionEdits = ReturnType<typeof useCaptionEdits>;
