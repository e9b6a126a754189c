import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../platform/i18n.ts";
import { SettingsArea } from "../../shell/forms/SettingsArea.tsx";
import { ListProblem } from "../../shell/lists/ListProblem.tsx";
import { loopQuery, type StreamDetail } from "../queries.ts";
import { LoopForm } from "./LoopForm.tsx";
import { LoopNext } from "./LoopNext.tsx";

/** What plays while a livestream's encoder is not on air. */
export function LoopTab({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("loop");
  const answer = useQuery(loopQuery(stream.id));
  if (answer.data) {
    const { items, since, shuffle } = answer.data;
    return (
      <Stack gap="xl">
        {since === null || items.length === 0 ? null : <LoopNext items={items} since={since} shuffle={shuffle} />}
        <SettingsArea>
          <LoopForm stream={stream} loop={answer.data} />
        </SettingsArea>
      </Stack>
    );
  }
  if (answer.isError) return <ListProblem list={answer} permission="streams_view" />;
  return <SkeletonRows rows={3} label={t("loading")} />;
}
