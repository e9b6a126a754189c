import { ActionIcon, Button, Group } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconCode } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { orderOf, selectionOf } from "../library/library-view.ts";
import type { VideoSearch } from "./video-view.ts";
import { VideoMenu } from "./VideoMenu.tsx";

/** The ways to the videos beside this one, and what is done with it more rarely. */
export function VideoActions({
  video,
  search,
  narrow,
}: {
  video: VideoDetail;
  search: VideoSearch;
  /** Whether the page has no room for more than icons. */
  narrow: boolean;
}) {
  const { t } = useTranslation("video");
  const { tab, start: _start, captions_id: _captions, ...list } = search;
  /** Another video begins at its beginning. */
  const there: VideoSearch = tab === undefined ? list : { ...list, tab };
  const sort = orderOf(list);
  const neighbours = useQuery({
    queryKey: ["neighbours", video.project_id, video.id, selectionOf(list), sort],
    queryFn: ({ signal }) =>
      api.videoDetails.listNeighbours(
        { id: video.id, ...selectionOf(list), ...(sort === null ? {} : { sort }) },
        { signal },
      ),
  });
  const { previous = null, next = null } = neighbours.data ?? {};
  return (
    <Group gap={4} wrap="nowrap">
      <Neighbour id={previous} label={t("previous")} search={there}>
        <IconChevronLeft size={16} stroke={1.6} />
      </Neighbour>
      <Neighbour id={next} label={t("next")} search={there}>
        <IconChevronRight size={16} stroke={1.6} />
      </Neighbour>
      {narrow ? null : (
        <Button
          variant="default"
          leftSection={<IconCode size={16} stroke={1.6} />}
          renderRoot={(props) => (
            <Link
              to="/video/$videoId"
              params={{ videoId: String(video.id) }}
              search={{ ...list, tab: "embed" }}
              replace
              {...props}
            />
          )}
        >
          {t("tabEmbed")}
        </Button>
      )}
      <VideoMenu video={video} />
    </Group>
  );
}

function Neighbour({
  id,
  label,
  search,
  children,
}: {
  id: number | null;
  label: string;
  search: VideoSearch;
  children: ReactNode;
}) {
  if (id === null) {
    return (
      <ActionIcon aria-label={label} disabled>
        {children}
      </ActionIcon>
    );
  }
  return (
    <ActionIcon
      aria-label={label}
      title={label}
      renderRoot={(props) => (
        <Link to="/video/$videoId" params={{ videoId: String(id) }} search={search} {...props}>
          {children}
        </Link>
      )}
    />
  );
}
