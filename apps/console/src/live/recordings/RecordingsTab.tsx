import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isAnswered } from "../../platform/answered.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { listAddress } from "../../shell/lists/list-address.ts";
import { streamLogView } from "../logs/log-view.ts";
import { SessionList } from "../logs/SessionList.tsx";
import type { StreamDetail } from "../queries.ts";
import { StreamTimeline } from "../timeline/StreamTimeline.tsx";
import { firstRecordingsQuery, RecordingList } from "./RecordingList.tsx";
import styles from "./Recording.module.css";

/** What was recorded of a livestream, and its sessions. */
export function RecordingsTab({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("recordings");
  const recordings = useQuery(firstRecordingsQuery(stream.id));
  const [address, setAddress] = useState(streamLogView.read({}));
  return (
    <div className={styles["kept"]}>
      <StreamTimeline stream={stream} />
      <section>
        <h2 className="heading">{t("title")}</h2>
        <RecordingList stream={stream} />
      </section>
      {isAnswered(recordings) ? (
        <section>
          <h2 className="heading">{t("sessions")}</h2>
          <SessionList
            projectId={stream.project_id}
            streamId={stream.id}
            at={listAddress(streamLogView, address, setAddress)}
          />
        </section>
      ) : null}
    </div>
  );
}
