import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Button } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Suspense, type ReactNode } from "react";
import { isAnswered, useArrived } from "../../platform/answered.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { problemOf } from "../../platform/problem.ts";
import { PagePending } from "../../shell/frame/PagePending.tsx";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { playerQuery, previewItemsQuery } from "../queries.ts";
import { PlayerEditor } from "./PlayerEditor.tsx";

const EmbedPages = lazyPart(async () => (await import("../../restrictions/embeds/EmbedPages.tsx")).EmbedPages);

/** The editor of one player, and the pages that embed it. */
export default function PlayerPage(): ReactNode {
  const { t } = useTranslation("players");
  const { playerId } = useParams({ from: "/app/player/$playerId" });
  const id = Number(playerId);
  const isId = Number.isSafeInteger(id) && id > 0;
  const player = useQuery({ ...playerQuery(id), enabled: isId });
  const { permissions } = useViewer();
  const may = { videos: permissions.video_view, streams: permissions.streams_view };
  const projectId = player.data?.project_id ?? null;
  // The frame above or beside the fields has the shape of what it plays.
  const items = useQuery({ ...previewItemsQuery(projectId ?? 0, may), enabled: projectId !== null });
  const arrived = useArrived(isAnswered(items));
  if (player.data && arrived)
    return (
      <>
        <PlayerEditor key={player.data.id} player={player.data} />
        <Suspense fallback={null}>
          <EmbedPages kind="player" id={player.data.id} />
        </Suspense>
      </>
    );
  if (!isId) return <NoPlayer />;
  if (player.isPending || player.data) return <PagePending />;
  if (problemOf(player.error).status === 404) return <NoPlayer />;
  return (
    <>
      <PageHeader title={t("title")} />
      <QueryProblem query={player} />
    </>
  );
}

function NoPlayer() {
  const { t } = useTranslation("players");
  return (
    <EmptyState
      isPage
      icon={<IconPlayerPlay size={22} stroke={1.6} />}
      title={t("missing")}
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/player" {...props} />}>
          {t("back")}
        </Button>
      }
    >
      {t("missingText")}
    </EmptyState>
  );
}
