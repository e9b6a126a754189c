import { hasSession } from "@kinora/domain/live/stream-states.ts";
import { RowMenu } from "@kinora/ui/kit/RowMenu.tsx";
import { Button } from "@mantine/core";
import { IconBroadcast, IconPlayerPauseFilled, IconPlayerPlayFilled, IconPlayerStopFilled } from "@tabler/icons-react";
import { useTranslation } from "../../platform/i18n.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { useStreamMenu } from "../list/use-stream-menu.tsx";
import type { StreamDetail } from "../queries.ts";
import { AdBreakButton } from "./AdBreakButton.tsx";
import { useStreamActions } from "./use-stream-actions.ts";
import styles from "./Stream.module.css";

/** What is done to a livestream while it runs, and the rest in a menu. */
export function StreamControls({
  stream,
  onStudio = null,
  onDeleted,
}: {
  stream: StreamDetail;
  /** Opens the part that sends from this browser; null while it is open. */
  onStudio?: (() => void) | null;
  onDeleted: () => void;
}) {
  const { t } = useTranslation("live");
  const { permissions } = useViewer();
  const actions = useStreamActions(stream.project_id);
  const menu = useStreamMenu(stream.project_id, "page", onDeleted);
  const { whip_url: whip, enabled, state, second_publisher: second } = stream;
  // Beside an encoder that sends, this browser would be refused.
  const isTaken = hasSession(state) && state !== "ended" && second === "refuse";
  return (
    <span className={styles["controls"]}>
      {onStudio && whip !== null && enabled && !isTaken && permissions.streams_key_view ? (
        <Button variant="default" leftSection={<IconBroadcast size={16} />} onClick={onStudio}>
          {t("goLive")}
        </Button>
      ) : null}
      <PauseButton stream={stream} />
      <AdBreakButton stream={stream} />
      {permissions.streams_control && hasSession(stream.state) ? (
        <Button
          variant="default"
          leftSection={<IconPlayerStopFilled size={16} />}
          onClick={() => void actions.end(stream)}
        >
          {t("end")}
        </Button>
      ) : null}
      <RowMenu label={t("actions")} actions={menu(stream)} />
    </span>
  );
}

/** Pauses what viewers see, or continues with it; nothing for who may not, and without a session. */
function PauseButton({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("live");
  const { permissions } = useViewer();
  const actions = useStreamActions(stream.project_id);
  const { paused, state } = stream;
  if (!permissions.streams_control || !hasSession(state)) return null;
  return (
    <Button
      variant="default"
      leftSection={paused ? <IconPlayerPlayFilled size={16} /> : <IconPlayerPauseFilled size={16} />}
      onClick={() => void actions.setPaused(stream, !paused)}
    >
      {paused ? t("unpause") : t("pause")}
    </Button>
  );
}
