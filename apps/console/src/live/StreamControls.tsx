import { hasSession } from "@kinora/domain/streams.ts";
import { Button } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import type { StreamDetail } from "./queries.ts";
import { StreamMenu } from "./StreamMenu.tsx";
import { useStreamActions } from "./useStreamActions.ts";
import styles from "./Stream.module.css";

/** What is done to a livestream while it runs, and the rest in a menu. */
export function StreamControls({ stream, onDeleted }: { stream: StreamDetail; onDeleted: () => void }) {
  const { t } = useTranslation("live");
  const { permissions } = useViewer();
  const actions = useStreamActions(stream.project_id);
  const { paused, state } = stream;
  return (
    <span className={styles["controls"]}>
      {permissions.streams_control && hasSession(state) ? (
        <>
          <Button
            variant="default"
            leftSection={
              paused ? <IconPlayerPlay size={16} stroke={1.6} /> : <IconPlayerPause size={16} stroke={1.6} />
            }
            onClick={() => void actions.setPaused(stream, !paused)}
          >
            {paused ? t("unpause") : t("pause")}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={16} stroke={1.6} />}
            onClick={() => void actions.end(stream)}
          >
            {t("end")}
          </Button>
        </>
      ) : null}
      <StreamMenu stream={stream} projectId={stream.project_id} place="page" onDeleted={onDeleted} />
    </span>
  );
}
