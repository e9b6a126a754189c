import { ActionMenu } from "@kinora/ui/kit/ActionMenu.tsx";
import { ActionIcon } from "@mantine/core";
import { IconCode } from "@tabler/icons-react";
import { useTranslation } from "../../platform/i18n.ts";
import { useEmbedActions, type EmbeddedVideo } from "./use-embed-actions.tsx";

/** Copies one of the three ways to show a video elsewhere (spec §9). */
export function EmbedMenu({ video }: { video: EmbeddedVideo }) {
  const { t } = useTranslation("videos");
  const actionsOf = useEmbedActions();
  return (
    <ActionMenu width={200} actions={actionsOf(video)}>
      <ActionIcon aria-label={t("embedOf", { title: video.title })} title={t("embed")}>
        <IconCode size={16} stroke={1.6} />
      </ActionIcon>
    </ActionMenu>
  );
}
