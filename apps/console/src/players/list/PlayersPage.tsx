import { bestImage } from "@kinora/domain/videos/videos.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { ListProblem } from "../../shell/lists/ListProblem.tsx";
import { playerPlaysQuery, playersQuery, previewItemsQuery } from "../queries.ts";
import { PlayerCard } from "./PlayerCard.tsx";
import styles from "./Players.module.css";

const NewPlayerDialog = lazyPart(async () => (await import("./NewPlayerDialog.tsx")).NewPlayerDialog);

/** The players of a project as cards, each with its own look over the project's newest poster. */
export default function PlayersPage() {
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  return projectId === null ? null : <Players key={projectId} projectId={projectId} />;
}

function Players({ projectId }: { projectId: number }) {
  const { t } = useTranslation("players");
  const { permissions } = useViewer();
  const [creating, setCreating] = useState(false);
  const list = useQuery(playersQuery(projectId));
  const items = useQuery(
    previewItemsQuery(projectId, { videos: permissions.video_view, streams: permissions.streams_view }),
  );
  const plays = useQuery({ ...playerPlaysQuery(projectId), enabled: permissions.analytics_view }).data;
  const poster = items.data?.poster ? bestImage(items.data.poster) : null;
  return (
    <>
      <PageHeader title={t("title")} count={list.data ? formatNumber(list.data.length) : null} />
      {list.isError && list.data === undefined ? (
        <ListProblem list={list} />
      ) : (
        <ul className={styles["cards"]} aria-label={t("title")} aria-busy={list.isPending}>
          {(list.data ?? []).map((player) => (
            <PlayerCard
              key={player.id}
              player={player}
              projectId={projectId}
              poster={poster}
              plays={plays?.get(player.id)}
              canManage={permissions.player_manage}
            />
          ))}
          {permissions.player_manage && list.data ? (
            <li>
              <button type="button" className={styles["new"]} onClick={() => setCreating(true)}>
                <IconPlus size={20} stroke={1.6} aria-hidden="true" />
                <span>{t("newPlayer")}</span>
                <small>{t("newPlayerText")}</small>
              </button>
            </li>
          ) : null}
        </ul>
      )}
      {creating ? (
        <Suspense fallback={null}>
          <NewPlayerDialog projectId={projectId} onClose={() => setCreating(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
