import { isLongEnough } from "@kinora/domain/search-length.ts";
import { INSTALLATION_VIDEO_STATES } from "@kinora/domain/videos/takedown.ts";
import type { Filter } from "@kinora/ui/kit/filters.ts";
import type { ListView } from "@kinora/ui/kit/list-view.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Button } from "@mantine/core";
import { IconBan, IconBuilding, IconMovie, IconRestore, IconTrashX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { withoutNothing } from "../../shell/lists/given.ts";
import { listAddress, type ListAddress } from "../../shell/lists/list-address.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { accountFilter } from "../account-filter.ts";
import { installationVideosView } from "../views.ts";
import { useVideoColumns } from "./video-columns.tsx";
import { installationVideosQuery, type InstallationVideo } from "./video-queries.ts";
import { VideoDialogs, type OpenedVideoDialog } from "./VideoDialogs.tsx";

const ICON = { size: 16, stroke: 1.6 };

/** The videos of all accounts, for superusers (spec §2). */
export default function InstallationVideosPage() {
  const { t } = useTranslation("installationVideos");
  const navigate = useNavigate();
  const address = useSearch({ from: "/app/advanced/videos" });
  const at = listAddress(installationVideosView, address, (search, replace) => {
    void navigate({ to: "/advanced/videos", search, replace, resetScroll: false });
  });
  const { state, account, taken_down } = address;
  const search = isLongEnough(address.search ?? "") ? address.search : undefined;
  const page = installationVideosView.pageOf(address);
  const list = useQuery(
    installationVideosQuery({ ...page, ...withoutNothing({ search, state, account, taken_down }) }),
  );
  const [opened, setOpened] = useState<OpenedVideoDialog | null>(null);
  const pagination = list.data?.pagination;
  return (
    <>
      <PageHeader
        title={t("videos")}
        count={pagination ? `${formatNumber(pagination.total)}${pagination.more ? "+" : ""}` : null}
        actions={
          <Button variant="default" component={Link} to="/advanced/player-demo">
            {t("playerDemo")}
          </Button>
        }
      />
      <ListPage
        name="advanced-videos"
        label={t("videos")}
        height="tall"
        at={at}
        list={list}
        columns={useVideoColumns()}
        nameOf={({ title }) => title}
        searchLabel={t("searchVideos")}
        filters={useVideoFilters(at, list.data?.data[0]?.account)}
        noMatch={t("noVideosMatch")}
        empty={{ icon: <IconMovie size={22} stroke={1.6} />, title: t("noVideos") }}
        actionsWidth={30}
        menu={useVideoMenu(setOpened, (chosen) => at.show({ account: chosen }))}
        note={({ taken_down: takedown }) => (takedown ? t("takenDownFor", { reason: takedown.reason }) : null)}
      />
      {opened ? <VideoDialogs {...opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}

/** The filters of the list; that of an account is there while it is set, and has its name once a row is. */
function useVideoFilters(
  at: ListAddress<typeof installationVideosView extends ListView<infer Schema> ? Schema : never>,
  named: InstallationVideo["account"] | undefined,
): Filter[] {
  const { t } = useTranslation("installationVideos");
  const { state, account, taken_down } = at.address;
  return [
    {
      kind: "choice",
      id: "state",
      label: t("state"),
      options: INSTALLATION_VIDEO_STATES.map((value) => ({ value, label: t(value) })),
      value: state,
      onChange: (value) => at.show({ state: INSTALLATION_VIDEO_STATES.find((known) => known === value) }),
    },
    {
      kind: "choice",
      id: "taken_down",
      label: t("takenDown"),
      options: [
        { value: "true", label: t("onlyTakenDown") },
        { value: "false", label: t("withoutTakenDown") },
      ],
      value: taken_down,
      onChange: (value) => at.show({ taken_down: value === "true" || value === "false" ? value : undefined }),
    },
    ...accountFilter(t("account"), account, named, (chosen) => at.show({ account: chosen })),
  ];
}

/** What a superuser does with a video. */
function useVideoMenu(open: (opened: OpenedVideoDialog) => void, showAccount: (id: number) => void) {
  const { t } = useTranslation("installationVideos");
  return (video: InstallationVideo) => [
    {
      label: t("onlyThisAccount"),
      icon: <IconBuilding {...ICON} />,
      onChoose: () => showAccount(video.account.id),
    },
    video.taken_down
      ? { label: t("reinstate"), icon: <IconRestore {...ICON} />, onChoose: () => open({ what: "reinstate", video }) }
      : {
          label: t("takeDown"),
          icon: <IconBan {...ICON} />,
          danger: true,
          onChoose: () => open({ what: "takeDown", video }),
        },
    {
      label: t("purge"),
      icon: <IconTrashX {...ICON} />,
      danger: true,
      onChoose: () => open({ what: "purge", video }),
    },
  ];
}
