import { Button } from "@mantine/core";
import { IconAd2 } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { Later } from "../../shell/menus/Later.tsx";
import type { StreamDetail } from "../queries.ts";

const AdBreakDialog = lazyPart(async () => (await import("./AdBreakDialog.tsx")).AdBreakDialog);

/** The control room's button for an ad break; absent for people without `streams_control`, and while nothing is on air. */
export function AdBreakButton({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("live");
  const { permissions } = useViewer();
  const [isOpen, setOpen] = useState(false);
  if (!permissions.streams_control || stream.on_air === "nothing") return null;
  return (
    <>
      <Button variant="default" leftSection={<IconAd2 size={16} />} onClick={() => setOpen(true)}>
        {t("adBreak")}
      </Button>
      <Later when={isOpen}>{isOpen ? <AdBreakDialog stream={stream} onClose={() => setOpen(false)} /> : null}</Later>
    </>
  );
}
