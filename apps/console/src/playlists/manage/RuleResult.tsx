import { formatDuration } from "@kinora/ui/durations.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../platform/i18n.ts";
import { problemOf } from "../../platform/problem.ts";
import { useSettled } from "../../platform/use-settled.ts";
import { rulesQuery } from "../queries.ts";
import { ItemRows } from "../view/ItemRows.tsx";
import { rulesOf, type RuleFields } from "./rule-fields.ts";
import styles from "./Manage.module.css";

/** What the rules of a form find now: counted again half a second after they changed. */
export function RuleResult({
  projectId,
  fields,
  pinnedIds,
}: {
  projectId: number;
  fields: RuleFields;
  pinnedIds: readonly number[];
}) {
  const { t } = useTranslation(["managePlaylist", "playlists"]);
  const settled = useSettled(JSON.stringify(rulesOf(fields)));
  const result = useQuery(rulesQuery(projectId, JSON.parse(settled) as ReturnType<typeof rulesOf>, pinnedIds));
  const { data } = result;
  const seconds = data?.data.reduce((sum, item) => sum + (item.duration_seconds ?? 0), 0) ?? 0;
  const matches = data?.matches ?? 0;
  const words = result.isError
    ? (problemOf(result.error).message ?? t("tooSlow"))
    : data === undefined
      ? t("counting")
      : data.more
        ? t("matchesMore", { count: matches })
        : t("matches", { count: matches, number: formatNumber(matches) });
  return (
    <Panel title={t("result")} flush>
      <Text className="note" py="xs" px="md" role="status">
        {words}
        {data && !result.isError && (data.more || matches > data.data.length)
          ? ` ${t("shownOf", { count: data.data.length })}`
          : ""}
      </Text>
      {data && !result.isError ? <ItemRows items={data.data} label={t("result")} /> : null}
      {data && !result.isError && data.data.length > 0 ? (
        <p className={styles["foot"]}>
          {t("playlists:length", {
            videos: t("playlists:videos", { count: data.data.length }),
            duration: formatDuration(seconds),
          })}
        </p>
      ) : null}
    </Panel>
  );
}
