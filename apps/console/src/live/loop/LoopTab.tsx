import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../platform/i18n.ts";
import { SettingsArea } from "../../shell/forms/SettingsArea.tsx";
import { ListProblem } from "../../shell/lists/ListProblem.tsx";
import { loopQuery, type StreamDetail } from "../queries.ts";
import { LoopForm } from "./LoopForm.tsx";
import { LoopNext } from "./LoopNext.tsx";
import styles from "./Loop.module.css";

/** What plays while a livestream's encoder is not on air. */
export function LoopTab({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("loop");
  const answer = useQuery(loopQuery(stream.id));
  if (answer.data) {
    const { items, since, shuffle } = answer.data;
    return (
      <div className={styles["tab"]}>
        {since === null || items.length === 0 ? null : <LoopNext items={items} since={since} shuffle={shuffle} />}
        <SettingsArea>
          <LoopForm stream={stream} loop={answer.data} />
        </SettingsArea>
      </div>
    );
  }
  if (answer.isError) return <ListProblem list={answer} permission="streams_view" />;
  return <SkeletonRows rows={3} label={t("loading")} />;
}
