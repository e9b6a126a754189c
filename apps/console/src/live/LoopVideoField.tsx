import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Autocomplete } from "../layout/Autocomplete.tsx";
import { api } from "../platform/client.ts";
import type { LoopEntry } from "./loopFields.ts";

type Found = Awaited<ReturnType<typeof api.videos.listVideos>>["data"][number];

const SMALL = ["360p", "720p", "1080p", "1440p"] as const;

const entryOf = ({ id, hash, title, image_urls: images, duration_seconds }: Found): LoopEntry => {
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
  const found = useRef(new Map<number, Found>());
  const load = async (search: string | null, signal: AbortSignal) => {
    const { data } = await api.videos.listVideos(
      { id: projectId, type: "completed", per_page: 30, search },
      { signal },
    );
    for (const video of data) found.current.set(video.id, video);
    return data.map(({ id, title, hash }) => ({ id, name: title || hash }));
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
