import { splitTags } from "@kinora/domain/tags.ts";
import { VIDEO_DESCRIPTION_MAX } from "@kinora/domain/videos.ts";
import { Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { Autocomplete } from "../layout/Autocomplete.tsx";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { loadCategories } from "../platform/labelOptions.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { patchVideo, videoQuery, type VideoDetail } from "../platform/videos.ts";
import type { UploadItem } from "./queue.ts";

/** What else can be said about a file while it travels: description, category and tags; the poster is its video page's. */
export function UploadDetails({ item }: { item: UploadItem }) {
  const { t } = useTranslation("uploads");
  const { permissions } = useViewer();
  const { videoId } = item;
  const video = useQuery({ ...videoQuery(videoId ?? 0), enabled: videoId !== null }).data;
  if (videoId === null || video === undefined) return <p className="muted">{t("detailsLater")}</p>;
  if (!permissions.video_edit) return <p className="muted">{t("detailsNeedEdit")}</p>;
  return <DetailsForm key={video.id} item={item} video={video} />;
}

function DetailsForm({ item, video }: { item: UploadItem; video: VideoDetail }) {
  const { t } = useTranslation(["uploads", "imports", "videos"]);
  const client = useQueryClient();
  const [description, setDescription] = useState(video.description);
  const [category, setCategory] = useState(video.category);
  const [tags, setTags] = useState(video.tags.map(({ name }) => name).join(", "));
  const save = useMutation({
    mutationFn: () =>
      api.videos.updateVideo({
        id: video.id,
        title: item.title.trim() || video.title,
        description,
        category_id: category?.id ?? null,
        tags: splitTags(tags),
      }),
    onSuccess({ data }) {
      patchVideo(client, video.id, {
        title: data.title,
        description: data.description,
        category: data.category,
        tags: data.tags,
      });
      toastSuccess(t("videos:saved"));
    },
    onError(error) {
      if (problemOf(error).status !== 403) toastError(t("videos:notSaved"));
    },
  });
  const wrong = (field: string) => (save.isError ? (problemOf(save.error).fields[field]?.[0] ?? null) : null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Textarea
          label={t("description")}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={VIDEO_DESCRIPTION_MAX}
          value={description}
          error={wrong("description")}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Autocomplete
          label={t("imports:category")}
          value={category}
          queryKey={["categories", item.projectId]}
          load={loadCategories(item.projectId)}
          onChange={setCategory}
        />
        <TextInput
          label={t("imports:tags")}
          value={tags}
          error={wrong("tags")}
          onChange={(event) => setTags(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" size="compact-sm" loading={save.isPending}>
            {t("saveDetails")}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            renderRoot={(props) => <Link to="/video/$videoId" params={{ videoId: String(video.id) }} {...props} />}
          >
            {t("posterAndMore")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
