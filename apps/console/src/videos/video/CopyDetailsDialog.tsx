import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { effectiveSearch, useSettled } from "../../platform/use-settled.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { videoChanges } from "../video-changes.ts";

/** Takes over what was written about another video of the project. */
export function CopyDetailsDialog({ video, onClose }: { video: VideoDetail; onClose: () => void }) {
  const { t } = useTranslation("video");
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const search = effectiveSearch(useSettled(typed));
  const list = useQuery({
    queryKey: ["videos", video.project_id, "choices", search],
    queryFn: ({ signal }) =>
      api.videos.listVideos(
        { id: video.project_id, type: "completed", per_page: 20, ...(search === "" ? {} : { search }) },
        { signal },
      ),
  });
  const copy = useAction((fromId: number) => api.videoDetails.copyDetails({ id: video.id, from_id: fromId }), {
    changes: videoChanges(video.id),
    failure: t("detailsNotCopied"),
    onDone: onClose,
  });
  const choices = (list.data?.data ?? []).filter(({ id }) => id !== video.id);
  return (
    <FormDialog
      title={t("copyTitle")}
      submit={t("copyUse")}
      size={480}
      ready={chosen !== null}
      saving={copy.isPending}
      onSubmit={() => copy.mutate(Number(chosen))}
      onClose={onClose}
    >
      <Text>{t("copyText")}</Text>
      <Select
        label={t("copyFrom")}
        placeholder={t("copySearch")}
        searchable
        value={chosen}
        onChange={setChosen}
        searchValue={typed}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        data={choices.map(({ id, title, hash }) => ({ value: String(id), label: `${title} (${hash})` }))}
      />
    </FormDialog>
  );
}
