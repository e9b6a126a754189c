import { FURTHER_CODECS, type FurtherCodec } from "./picture-codecs.ts";
import { ladderProblem, type ProjectLadder, type ProjectRung, type SavedPreset } from "./project-ladder.ts";

export const SAVED_PRESETS_MAX = 12;
export const PRESET_NAME_MAX = 40;

/** What a preset keeps of a ladder. */
export const presetNamed = (
  name: string,
  { rungs, maxFps, audioKbps }: Pick<ProjectLadder, "rungs" | "maxFps" | "audioKbps">,
): SavedPreset => ({ name, rungs, maxFps, audioKbps });

/** A ladder with the rungs, frame rate and sound of a saved preset; its other options stay. */
export const withSavedPreset = (ladder: ProjectLadder, { rungs, maxFps, audioKbps }: SavedPreset): ProjectLadder => ({
  ...ladder,
  rungs,
  maxFps,
  audioKbps,
});

/** Whether a ladder makes what a saved preset makes: rungs that are off do not matter. */
export const makesSame = (
  ladder: Pick<ProjectLadder, "rungs" | "maxFps" | "audioKbps">,
  preset: SavedPreset,
): boolean =>
  ladder.maxFps === preset.maxFps &&
  ladder.audioKbps === preset.audioKbps &&
  ladder.rungs.length === preset.rungs.length &&
  ladder.rungs.every((rung, at) => {
    const other = preset.rungs[at];
    return (
      other !== undefined &&
      rung.height === other.height &&
      rung.enabled === other.enabled &&
      (!rung.enabled ||
        (rung.crf === other.crf &&
          rung.maxBitrateKbps === other.maxBitrateKbps &&
          FURTHER_CODECS.every((codec) => hasCodec(rung, codec) === hasCodec(other, codec))))
    );
  });

const hasCodec = ({ codecs = [] }: ProjectRung, codec: FurtherCodec): boolean => codecs.includes(codec);

/** What is wrong with a name for a preset beside others; null for nothing. */
export function presetNameProblem(name: string, others: readonly SavedPreset[]): string | null {
  const typed = name.trim();
  if (typed === "") return "Name can not be empty.";
  if (typed.length > PRESET_NAME_MAX) return `Name can have up to ${PRESET_NAME_MAX} characters.`;
  const isTaken = others.some((other) => other.name.toLowerCase() === typed.toLowerCase());
  return isTaken ? `There is already a preset named ${typed}.` : null;
}

/** What is wrong with the presets of a ladder, by field (`presets.2.name`); null for nothing. */
export function presetsProblem(
  presets: readonly SavedPreset[],
  { remux, remuxMaxKbps }: Pick<ProjectLadder, "remux" | "remuxMaxKbps">,
): { field: string; message: string } | null {
  if (presets.length > SAVED_PRESETS_MAX)
    return { field: "presets", message: `A project can have up to ${SAVED_PRESETS_MAX} presets. Delete one first.` };
  for (const [at, preset] of presets.entries()) {
    const message = presetNameProblem(preset.name, presets.slice(0, at));
    if (message !== null) return { field: `presets.${at}.name`, message };
    const problem = ladderProblem({ rungs: preset.rungs, remux, remuxMaxKbps });
    if (problem) return { field: `presets.${at}.${problem.field}`, message: `${preset.name}: ${problem.message}` };
  }
  return null;
}
