import { embedCodes } from "@kinora/domain/embed.ts";
import { ActionIcon, Menu } from "@mantine/core";
import { IconCode, IconFrame, IconLink } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { copyText } from "../platform/clipboard.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import type { Video } from "../platform/videos.ts";

/** Copies one of the three ways to show a video elsewhere (spec §9). */
export function EmbedMenu({ video }: { video: Pick<Video, "hash" | "title"> }) {
  const { t } = useTranslation("videos");
  const edgeUrl = useStore(session, (value) => value.config?.edge_url ?? "");
  const codes = embedCodes(edgeUrl, video.hash, video.title);
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon aria-label={t("embedOf", { title: video.title })} title={t("embed")}>
          <IconCode size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCode size={16} stroke={1.6} />}
          onClick={() => void copyText(t("embedScript"), codes.script)}
        >
          {t("embedScript")}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFrame size={16} stroke={1.6} />}
          onClick={() => void copyText(t("embedIframe"), codes.iframe)}
        >
          {t("embedIframe")}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLink size={16} stroke={1.6} />}
          onClick={() => void copyText(t("embedLink"), codes.link)}
        >
          {t("embedLink")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
