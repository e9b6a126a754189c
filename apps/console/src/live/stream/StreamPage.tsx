import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button } from "@mantine/core";
import { IconBroadcastOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { problemOf } from "../../platform/problem.ts";
import { ListProblem } from "../../shell/lists/ListProblem.tsx";
import { useStreamChanges, useStreamPoll } from "../list/use-live-streams.ts";
import { streamQuery } from "../queries.ts";
import { StreamRoom } from "./StreamRoom.tsx";

/** One livestream: connect an encoder, watch it, steer it. */
export default function StreamPage(): ReactNode {
  const { t } = useTranslation(["stream", "layout"]);
  const { streamId } = useParams({ from: "/app/live/$streamId" });
  const id = Number(streamId);
  const known = Number.isSafeInteger(id) && id > 0;
  const answer = useQuery({ ...streamQuery(id), enabled: known, refetchInterval: useStreamPoll() });
  const stream = answer.data;
  useStreamChanges(stream?.project_id ?? null);

  const missing = !known || problemOf(answer.error).status === 404;
  if (stream && !missing) return <StreamRoom key={stream.id} stream={stream} />;
  if (!missing && !answer.isError) return <SkeletonRows label={t("loading")} />;
  if (!missing) return <ListProblem list={answer} permission="streams_view" />;
  return (
    <EmptyState
      isPage
      icon={<IconBroadcastOff size={22} stroke={1.6} />}
      title={t("missing")}
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/live" {...props} />}>
          {t("back")}
        </Button>
      }
    >
      {t("missingText")}
    </EmptyState>
  );
}
