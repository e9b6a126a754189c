import { embedCodes } from "@kinora/domain/playback/embed.ts";
import { IconCode, IconFrame, IconLink } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { copyEmbedCode } from "../../platform/preferences.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import type { Video } from "../../platform/videos.ts";
import type { Action } from "../../shell/menus/ActionMenu.tsx";

const icon = { size: 16, stroke: 1.6 } as const;

/** Copies each of the three ways to show a video elsewhere (spec §9). */
export function useEmbedActions(): (video: Pick<Video, "hash" | "title">) => readonly Action[] {
  const { t } = useTranslation("videos");
  const edgeUrl = useStore(session, ({ config }) => config?.edge_url ?? "");
  return ({ hash, title }) => {
    const codes = embedCodes(edgeUrl, hash, title);
    const copy = (label: string, sign: Action["icon"], code: string) => ({
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
