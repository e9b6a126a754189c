import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ListProblem } from "./ListProblem.tsx";
import { LoopForm } from "./LoopForm.tsx";
import { loopQuery, type StreamDetail } from "./queries.ts";
import { StreamPictures } from "./StreamPictures.tsx";
import { StreamStart } from "./StreamStart.tsx";
import styles from "./Loop.module.css";

/** What plays while a livestream's encoder is not on air. */
export function LoopTab({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("loop");
  const answer = useQuery(loopQuery(stream.id));
  if (answer.data) {
    return (
      <div className={styles["form"]}>
        <LoopForm stream={stream} loop={answer.data} />
        <StreamPictures stream={stream} />
        <StreamStart stream={stream} />
      </div>
    );
  }
  if (answer.isError) return <ListProblem error={answer.error} onRetry={() => void answer.refetch()} />;
  return <SkeletonRows rows={3} label={t("loading")} />;
}
