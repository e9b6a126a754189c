import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Button } from "@mantine/core";
import { IconPlaylist, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { apiInput } from "../../platform/api-input.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { withoutNothing } from "../../shell/lists/given.ts";
import { useListAddress } from "../../shell/lists/list-address.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { Later } from "../../shell/menus/Later.tsx";
import { playlistPlaysQuery, playlistsQuery } from "../queries.ts";
import { usePlaylistColumns } from "./playlist-columns.tsx";
import { usePlaylistFilters } from "./playlist-filters.ts";
import { usePlaylistMenu } from "./playlist-menu.tsx";
import { playlistsView } from "./playlists-view.ts";

const CreatePlaylistDialog = lazyPart(async () => (await import("./CreatePlaylistDialog.tsx")).CreatePlaylistDialog);
const icon = { size: 16, stroke: 1.6 };

/** The playlists of a project. */
export default function PlaylistsPage() {
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  return projectId === null ? null : <Playlists key={projectId} projectId={projectId} />;
}

function Playlists({ projectId }: { projectId: number }) {
  const { t } = useTranslation(["playlists", "layout"]);
  const navigate = useNavigate();
  const at = useListAddress(playlistsView);
  const { search, type, published, sort } = at.address;
  const input = { ...playlistsView.pageOf(at.address), search, type, published, sort };
  const list = useQuery(playlistsQuery(projectId, apiInput("playlists.listPlaylists", withoutNothing(input))));
  const { playlist_manage: mayManage, analytics_view: mayCount } = useViewer().permissions;
  const ids = (list.data?.data ?? []).map(({ id }) => id);
  const plays = useQuery({ ...playlistPlaysQuery(projectId, ids), enabled: mayCount && ids.length > 0 }).data;
  const menu = usePlaylistMenu(projectId, mayManage);
  const columns = usePlaylistColumns(plays, mayCount);
  const [creating, setCreating] = useState(false);
  const create = mayManage ? (
    <Button leftSection={<IconPlus {...icon} />} onClick={() => setCreating(true)}>
      {t("create")}
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader
        title={t("title")}
        count={list.data ? formatNumber(list.data.pagination.total) : null}
        actions={create}
      />
      <ListPage
        name="playlists"
        label={t("title")}
        at={at}
        list={list}
        columns={columns}
        height="tall"
        nameOf={({ name }) => name}
        searchLabel={t("search")}
        {...usePlaylistFilters(at)}
        permission="player_view"
        noMatch={t("noMatch")}
        empty={{
          icon: <IconPlaylist size={22} stroke={1.6} />,
          title: t("empty"),
          text: t("emptyText"),
          action: create,
        }}
        actionsWidth={30}
        menu={menu}
        onOpen={({ id }) => void navigate({ to: "/playlist/$playlistId", params: { playlistId: String(id) } })}
      />
      <Later when={creating}>
        <CreatePlaylistDialog opened={creating} onClose={() => setCreating(false)} projectId={projectId} />
      </Later>
    </>
  );
}
