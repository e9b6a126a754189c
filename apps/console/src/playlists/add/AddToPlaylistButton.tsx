import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { Later } from "../../shell/menus/Later.tsx";

const Dialog = lazyPart(async () => (await import("./AddToPlaylistDialog.tsx")).AddToPlaylistDialog);

/** Asks to which playlists videos are added; nothing for people who may not change playlists. */
export function AddToPlaylistButton({
  projectId,
  videoIds,
  held,
}: {
  projectId: number;
  videoIds: readonly number[];
  held?: readonly number[];
}) {
  const { t } = useTranslation("addToPlaylist");
  const [open, setOpen] = useState(false);
  if (!useViewer().permissions.playlist_manage) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t("add")}
      </Button>
      <Later when={open}>
        <Dialog
          opened={open}
          projectId={projectId}
          videoIds={videoIds}
          {...(held ? { held } : {})}
          onClose={() => setOpen(false)}
        />
      </Later>
    </>
  );
}
