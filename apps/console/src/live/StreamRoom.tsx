import { IconCopyButton } from "@kinora/ui/IconCopyButton.tsx";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { IconPointFilled } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { copyText } from "../platform/clipboard.ts";
import { Monitors } from "./Monitors.tsx";
import type { StreamDetail } from "./queries.ts";
import { StreamControls } from "./StreamControls.tsx";
import { StreamStatus } from "./StreamStatus.tsx";
import { StreamTabs } from "./StreamTabs.tsx";
import { Uptime } from "./Uptime.tsx";
import { useLiveStream } from "./useLiveStream.ts";
import recording from "./Recording.module.css";
import styles from "./Stream.module.css";

/** The page of a livestream that is there: how it stands, its monitors, and its parts. */
export function StreamRoom({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation(["live", "stream"]);
  const navigate = useNavigate();
  const search = useSearch({ from: "/app/live/$streamId" });
  const figures = useLiveStream(stream);
  return (
    <>
      <PageHeader
        title={stream.name}
        count={
          <span className={styles["facts"]}>
            <span className={styles["id"]}>
              <span className="mono">{stream.hash}</span>
              <IconCopyButton
                label={t("copyHash", { name: stream.name })}
                onCopy={() => copyText(t("hash"), stream.hash)}
              />
            </span>
            <span role="status">
              <StreamStatus stream={stream} />
            </span>
            {stream.started_at === null ? null : <Uptime since={stream.started_at} />}
            {stream.recording_since === null ? null : (
              <span className={recording["mark"]}>
                <IconPointFilled size={14} aria-hidden="true" />
                {t("recording")} <Uptime since={stream.recording_since} />
              </span>
            )}
          </span>
        }
        actions={<StreamControls stream={stream} onDeleted={() => void navigate({ to: "/live" })} />}
      />
      <Monitors stream={stream} figures={figures} />
      <StreamTabs stream={stream} search={search} figures={figures} />
    </>
  );
}
