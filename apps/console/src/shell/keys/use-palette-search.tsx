import { holdsFolded } from "@kinora/domain/folded-text.ts";
import { isLongEnough } from "@kinora/domain/search-length.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Thumb } from "@kinora/ui/Thumb.tsx";
import { IconBroadcast, IconHash, IconSettings, IconUser } from "@tabler/icons-react";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { loadTags } from "../../platform/label-options.ts";
import { posterOf } from "../../platform/posters.ts";
import { session } from "../../platform/session.ts";
import { loadSettingFields, showSettingField } from "../../platform/setting-fields.ts";
import { useStore } from "../../platform/store.ts";
import { useSettled } from "../../platform/use-settled.ts";
import type { Video, VideoPage } from "../../platform/videos.ts";
import { useViewer } from "../frame/use-viewer.ts";
import { readTyped, type PaletteItem } from "./palette-items.ts";
import { useStreamActions, useVideoActions } from "./use-found-actions.tsx";

/** How many of a kind are shown. */
const OF_A_KIND = 5;
const SETTLES_AFTER_MS = 150;

const icon = { size: 16, stroke: 1.6, "aria-hidden": true } as const;

/**
 * What the project holds by a text: settings fields and the videos that are known already at once, videos, livestreams,
 * people and tags from the server as they come. What a person may not see is not asked for.
 */
export function usePaletteSearch(typed: string): PaletteItem[] {
  const { scope, text } = readTyped(useSettled(typed, SETTLES_AFTER_MS));
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const { permissions } = useViewer();
  const asked = projectId !== null && scope === "all" && isLongEnough(text);
  const fields = useFieldItems();
  const videos = useVideoItems(typed, text, asked && permissions.video_view);
  const streams = useStreamItems(text, asked && permissions.streams_view);
  const people = usePeopleItems(text, asked && permissions.users_view);
  const tags = useTagItems(text, projectId !== null && scope === "tags" && permissions.video_view);
  return [...fields, ...tags, ...videos, ...streams, ...people];
}

function useFieldItems(): PaletteItem[] {
  const navigate = useNavigate();
  const { permissions, hasProjects } = useViewer();
  const fields = useQuery({ queryKey: ["setting-fields"], queryFn: loadSettingFields, staleTime: Infinity }).data ?? [];
  return fields
    .filter(({ permission }) => hasProjects && (permission === null || permissions[permission]))
    .map(({ label, to, page }) => ({
      key: `field-${label}`,
      label,
      group: "fields",
      icon: <IconSettings {...icon} />,
      detail: page,
      words: page,
      run: () => void navigate({ to }).then(() => showSettingField(label)),
    }));
}

const found = (projectId: number | null, kind: string, text: string) => ["palette", projectId, kind, text] as const;

function useVideoItems(typed: string, text: string, enabled: boolean): PaletteItem[] {
  const client = useQueryClient();
  const navigate = useNavigate();
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const actionsOf = useVideoActions();
  const answer = useQuery({
    queryKey: found(projectId, "videos", text),
    queryFn: ({ signal }) =>
      api.videos.listVideos({ id: projectId ?? 0, search: text, per_page: OF_A_KIND }, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  }).data;
  // The lists this visit has shown are searched before the server answers.
  const known = client
    .getQueriesData<VideoPage>({ queryKey: ["videos", projectId] })
    .flatMap(([, list]) => (Array.isArray(list?.data) ? list.data : []));
  const words = readTyped(typed);
  const videos: Video[] = words.text === "" || words.scope !== "all" ? [] : [...(answer?.data ?? []), ...known];
  const distinct = new Map(videos.map((video) => [video.id, video]));
  return [...distinct.values()]
    .filter(({ title, hash }) => holdsFolded(`${title} ${hash}`, words.text))
    .slice(0, OF_A_KIND)
    .map((video) => ({
      key: `video-${video.id}`,
      label: video.title,
      group: "videos",
      icon: <Thumb {...posterOf(video.image_urls)} />,
      detail: (
        <>
          <FoundBy id={video.hash} title={video.title} text={words.text} />
          <VideoState video={video} />
        </>
      ),
      words: video.hash,
      run: () => void navigate({ to: "/video/$videoId", params: { videoId: String(video.id) } }),
      actions: actionsOf(video),
    }));
}

/** The public ID of what was found by it, and not by its title. */
const FoundBy = ({ id, title, text }: { id: string; title: string; text: string }) =>
  holdsFolded(title, text) ? null : <span className="mono">{id}</span>;

function VideoState({ video }: { video: Video }) {
  const { t } = useTranslation("layout");
  if (video.taken_down) return <StatusDot state="blocked">{t("takenDown")}</StatusDot>;
  if (video.status !== "complete") return <StatusDot state={video.status}>{t(`status_${video.status}`)}</StatusDot>;
  return video.published ? (
    <StatusDot state="published">{t("published")}</StatusDot>
  ) : (
    <StatusDot state="unpublished">{t("unpublished")}</StatusDot>
  );
}

function useStreamItems(text: string, enabled: boolean): PaletteItem[] {
  const navigate = useNavigate();
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const actionsOf = useStreamActions();
  const answer = useQuery({
    queryKey: found(projectId, "streams", text),
    queryFn: ({ signal }) =>
      api.streams.listStreams({ project_id: projectId ?? 0, search: text, per_page: OF_A_KIND }, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  }).data;
  if (!enabled) return [];
  return (answer?.data ?? []).map((stream) => ({
    key: `stream-${stream.id}`,
    label: stream.name,
    group: "streams",
    icon: <IconBroadcast {...icon} />,
    detail: (
      <>
        <FoundBy id={stream.hash} title={stream.name} text={text} />
        <StatusDot state={stream.state}>{stream.label}</StatusDot>
      </>
    ),
    words: stream.hash,
    run: () => void navigate({ to: "/live/$streamId", params: { streamId: String(stream.id) } }),
    actions: actionsOf(stream),
  }));
}

function usePeopleItems(text: string, enabled: boolean): PaletteItem[] {
  const navigate = useNavigate();
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const answer = useQuery({
    queryKey: found(projectId, "people", text),
    queryFn: ({ signal }) =>
      api.users.listUsers({ project_id: projectId ?? 0, search: text, per_page: 30 }, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  }).data;
  if (!enabled) return [];
  return (answer?.data ?? []).slice(0, OF_A_KIND).map(({ id, first_name, last_name, email, role }) => ({
    key: `person-${id}`,
    label: `${first_name} ${last_name}`.trim() || email,
    group: "people",
    icon: <IconUser {...icon} />,
    // They are found by their mail address, too.
    detail: <span className="truncate">{`${email} · ${role.title}`}</span>,
    words: email,
    run: () => void navigate({ to: "/users", search: { search: email } }),
  }));
}

function useTagItems(text: string, enabled: boolean): PaletteItem[] {
  const navigate = useNavigate();
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const answer = useQuery({
    queryKey: found(projectId, "tags", text),
    queryFn: ({ signal }) => loadTags(projectId ?? 0)(text === "" ? null : text, signal),
    enabled,
    placeholderData: keepPreviousData,
  }).data;
  if (!enabled) return [];
  return (answer ?? []).map(({ id, name }) => ({
    key: `tag-${id}`,
    label: name,
    group: "tags",
    icon: <IconHash {...icon} />,
    run: () => void navigate({ to: "/video", search: { tags: [id] } }),
  }));
}
