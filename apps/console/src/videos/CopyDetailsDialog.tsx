import { Button, Group, Modal, Select, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { effectiveSearch, useSettled } from "../platform/useSettled.ts";
import type { VideoDetail } from "../platform/videos.ts";
import { useVideoChange } from "./useVideoChange.ts";

/** Takes over what was written about another video of the project. */
export function CopyDetailsDialog({ video, onClose }: { video: VideoDetail; onClose: () => void }) {
  const { t } = useTranslation("video");
  const { done, failed } = useVideoChange(video.id);
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
  const copy = useMutation({
    mutationFn: (fromId: number) => api.videoDetails.copyDetails({ id: video.id, from_id: fromId }),
    async onSuccess({ message }) {
      onClose();
      await done(message);
    },
    onError: (error) => failed(error, t("detailsNotCopied")),
  });
  const choices = (list.data?.data ?? []).filter(({ id }) => id !== video.id);
  return (
    <Modal opened onClose={onClose} title={t("copyTitle")} closeButtonProps={{ "aria-label": t("close") }} size={480}>
      <Text mb="sm">{t("copyText")}</Text>
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
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button disabled={chosen === null} loading={copy.isPending} onClick={() => copy.mutate(Number(chosen))}>
          {t("copyUse")}
        </Button>
      </Group>
    </Modal>
  );
}
