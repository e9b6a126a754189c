import { embedCodes } from "@kinora/domain/playback/embed.ts";
import { frameInCodes, pictureSize, USUAL_FRAME } from "@kinora/domain/players/frame.ts";
import type { RowAction } from "@kinora/ui/kit/RowMenu.tsx";
import { IconCode, IconFrame, IconLink } from "@tabler/icons-react";
import { useTranslation } from "../../platform/i18n.ts";
import { copyEmbedCode } from "../../platform/preferences.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import type { Video } from "../../platform/videos.ts";
import { usePlayerFrame } from "../../players/player-options.ts";

const icon = { size: 16, stroke: 1.6 } as const;

/** What the codes of a video are made of. */
export type EmbeddedVideo = Pick<Video, "hash" | "title" | "width" | "height">;

/** Copies each of the three ways to show a video of the project elsewhere (spec §9), in the frame of the project's default player. */
export function useEmbedActions(): (video: EmbeddedVideo) => readonly RowAction[] {
  const { t } = useTranslation("videos");
  const edgeUrl = useStore(session, ({ config }) => config?.edge_url ?? "");
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const frame = usePlayerFrame(projectId, null) ?? USUAL_FRAME;
  return (video) => {
    const codes = embedCodes(edgeUrl, video.hash, video.title, frameInCodes(frame, pictureSize(video)));
    const copy = (label: string, sign: RowAction["icon"], code: string) => ({
      label,
      icon: sign,
      onChoose: () => void copyEmbedCode(label, code),
    });
    return [
      copy(t("embedScript"), <IconCode {...icon} />, codes.script),
      copy(t("embedIframe"), <IconFrame {...icon} />, codes.iframe),
      copy(t("embedLink"), <IconLink {...icon} />, codes.link),
    ];
  };
}
