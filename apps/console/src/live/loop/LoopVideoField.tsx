import { useRef } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { Autocomplete } from "../../shell/fields/Autocomplete.tsx";
import { findCompleted, optionOf, type CompletedVideo } from "../completed-videos.ts";
import type { LoopEntry } from "./loop-fields.ts";

const SMALL = ["360p", "720p", "1080p", "1440p"] as const;

const entryOf = ({ id, hash, title, image_urls: images, duration_seconds }: CompletedVideo): LoopEntry => {
  const label = SMALL.find((one) => images[one] !== undefined);
  return {
    video_id: id,
    hash,
    title,
    image_url: (label && images[label]) ?? null,
    duration_seconds,
    problem: null,
    missing: [],
    has_sound: true,
    isNew: true,
  };
};

/** Finds a completed video of the project for the loop; each choice is added at its end. */
export function LoopVideoField({
  projectId,
  disabled,
  description,
  onAdd,
}: {
  projectId: number;
  disabled: boolean;
  description: string | undefined;
  onAdd: (item: LoopEntry) => void;
}) {
  const { t } = useTranslation("loop");
  const found = useRef(new Map<number, CompletedVideo>());
  const load = async (search: string | null, signal: AbortSignal) => {
    const videos = await findCompleted(projectId, search, signal);
    for (const video of videos) found.current.set(video.id, video);
    return videos.map(optionOf);
  };
  return (
    <Autocomplete
      label={t("add")}
      placeholder={t("addPlaceholder")}
      description={description}
      disabled={disabled}
      value={null}
      queryKey={["loop-videos", projectId]}
      load={load}
      onChange={(option) => {
        const video = option && found.current.get(option.id);
        if (video) onAdd(entryOf(video));
      }}
    />
  );
}
