import { IconCode, IconEye, IconEyeOff, IconLink } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { copyEmbedCode } from "../../platform/preferences.ts";
import { problemOf } from "../../platform/problem.ts";
import { toastError, toastSuccess } from "../../platform/toasts.ts";
import { patchVideo, type Video } from "../../platform/videos.ts";
import { useViewer } from "../frame/use-viewer.ts";
import type { PaletteItem } from "./palette-items.ts";

const icon = { size: 16, stroke: 1.6, "aria-hidden": true } as const;

/** Says why something did not work; what a permission forbids is said by the client itself. */
function useSayingWhy() {
  const { t } = useTranslation("layout");
  return (error: unknown) => {
    const { status, message } = problemOf(error);
    if (status !== 403) toastError(message ?? t("error"));
  };
}

/** What the palette offers for a video beside opening it. */
export function useVideoActions(): (video: Video) => PaletteItem[] {
  const { t } = useTranslation("palette");
  const client = useQueryClient();
  const { permissions } = useViewer();
  const sayWhy = useSayingWhy();
  const publish = async ({ id }: Video, published: boolean) => {
    try {
      const { data } = await api.videos.publishVideo({ id, published });
      patchVideo(client, data.id, { published: data.published });
      toastSuccess(published ? t("published") : t("unpublished"));
      await client.invalidateQueries({ queryKey: ["videos"] });
    } catch (error) {
      sayWhy(error);
    }
  };
  const copy = async ({ id }: Video, what: "iframe" | "link") => {
    try {
      const { embed } = (await api.videos.getVideo({ id })).data;
      if (what === "iframe") await copyEmbedCode(t("embedCode"), embed.iframe);
      else await copyText(t("link"), embed.link);
    } catch (error) {
      sayWhy(error);
    }
  };
  return (video) => [
    {
      key: "embed",
      label: t("copyEmbed"),
      group: "actions",
      icon: <IconCode {...icon} />,
      run: () => void copy(video, "iframe"),
    },
    {
      key: "link",
      label: t("copyLink"),
      group: "actions",
      icon: <IconLink {...icon} />,
      run: () => void copy(video, "link"),
    },
    ...(permissions.video_publish && video.status === "complete"
      ? [
          {
            key: "publish",
            label: video.published ? t("unpublish") : t("publish"),
            group: "actions" as const,
            icon: video.published ? <IconEyeOff {...icon} /> : <IconEye {...icon} />,
            run: () => void publish(video, !video.published),
          },
        ]
      : []),
  ];
}

/** What the palette offers for a livestream beside opening it. */
export function useStreamActions(): (stream: { id: number }) => PaletteItem[] {
  const { t } = useTranslation("palette");
  const sayWhy = useSayingWhy();
  const copy = async (id: number, what: "iframe" | "link") => {
    try {
      const { embed } = (await api.streams.getStream({ id })).data;
      await copyText(what === "iframe" ? t("embedCode") : t("link"), embed[what]);
    } catch (error) {
      sayWhy(error);
    }
  };
  return ({ id }) => [
    {
      key: "embed",
      label: t("copyEmbed"),
      group: "actions",
      icon: <IconCode {...icon} />,
      run: () => void copy(id, "iframe"),
    },
    {
      key: "link",
      label: t("copyLink"),
      group: "actions",
      icon: <IconLink {...icon} />,
      run: () => void copy(id, "link"),
    },
  ];
}
