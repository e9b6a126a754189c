import { ActionIcon } from "@mantine/core";
import { IconCode } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { MenuLater } from "../layout/MenuLater.tsx";
import type { Video } from "../platform/videos.ts";

/** Copies one of the three ways to show a video elsewhere (spec §9). */
export function EmbedMenu({ video }: { video: Pick<Video, "hash" | "title"> }) {
  const { t } = useTranslation("videos");
  return (
    <MenuLater subject={video} load={async () => (await import("./EmbedMenuItems.tsx")).EmbedMenuItems}>
      <ActionIcon aria-label={t("embedOf", { title: video.title })} title={t("embed")}>
        <IconCode size={16} stroke={1.6} />
      </ActionIcon>
    </MenuLater>
  );
}
