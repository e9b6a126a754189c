import { Menu } from "@mantine/core";
import { IconCode, IconFrame, IconLink } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { MenuParts } from "../layout/MenuLater.tsx";
import { copyEmbedCode } from "../platform/preferences.ts";
import type { Video } from "../platform/videos.ts";
import { useEmbedCodes } from "./useEmbedCodes.ts";

const icon = { size: 16, stroke: 1.6 } as const;

/** The three embed codes of a video, each to be copied. */
export function EmbedMenuItems({
  subject,
  target,
  opened,
  onChange,
}: MenuParts & { subject: Pick<Video, "hash" | "title"> }) {
  return (
    <Menu position="bottom-end" width={200} opened={opened} onChange={onChange}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <EmbedItems video={subject} />
      </Menu.Dropdown>
    </Menu>
  );
}

export function EmbedItems({ video }: { video: Pick<Video, "hash" | "title"> }) {
  const { t } = useTranslation("videos");
  const codes = useEmbedCodes(video);
  const kinds = [
    { label: t("embedScript"), code: codes.script, sign: <IconCode {...icon} /> },
    { label: t("embedIframe"), code: codes.iframe, sign: <IconFrame {...icon} /> },
    { label: t("embedLink"), code: codes.link, sign: <IconLink {...icon} /> },
  ];
  return kinds.map(({ label, code, sign }) => (
    <Menu.Item key={label} leftSection={sign} onClick={() => void copyEmbedCode(label, code)}>
      {label}
    </Menu.Item>
  ));
}
