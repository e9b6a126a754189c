import { splitTags } from "@kinora/domain/videos/tags.ts";
import { VIDEO_DESCRIPTION_MAX } from "@kinora/domain/videos/videos.ts";
import { Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, type SubmitEvent } from "react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { loadCategories } from "../platform/label-options.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError } from "../platform/toasts.ts";
import { useAction } from "../platform/use-action.ts";
import { patchVideo, videoQuery, type VideoDetail } from "../platform/videos.ts";
import { Autocomplete } from "../shell/fields/Autocomplete.tsx";
import { useViewer } from "../shell/frame/use-viewer.ts";
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

/** Only what was typed: what others change meanwhile stays. */
interface Details {
  title: string;
  description?: string;
  category_id?: number | null;
  tags?: string[];
}

function useSaveDetails({ id }: VideoDetail) {
  const { t } = useTranslation("videos");
  const client = useQueryClient();
  return useAction((details: Details) => api.videos.updateVideo({ id, ...details }), {
    changes: [["activity", id]],
    success: t("saved"),
    onDone: ({ data: { title, description, category, tags, details_version } }) =>
      patchVideo(client, id, { title, description, category, tags, details_version }),
    onProblem({ status }) {
      // The specification's words (8.4); a 403 has had its notification already.
      if (status !== 403) toastError(t("notSaved"));
      return true;
    },
  });
}

function DetailsForm({ item, video }: { item: UploadItem; video: VideoDetail }) {
  const { t } = useTranslation(["uploads", "imports"]);
  const [before] = useState({ ...video, tags: video.tags.map(({ name }) => name).join(", ") });
  const [description, setDescription] = useState(before.description);
  const [category, setCategory] = useState(before.category);
  const [tags, setTags] = useState(before.tags);
  const save = useSaveDetails(video);
  const wrong = (field: string) => (save.isError ? (problemOf(save.error).fields[field]?.[0] ?? null) : null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate({
      title: item.title.trim() || video.title,
      ...(description === before.description ? {} : { description }),
      ...(category?.id === before.category?.id ? {} : { category_id: category?.id ?? null }),
      ...(tags === before.tags ? {} : { tags: splitTags(tags) }),
    });
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
