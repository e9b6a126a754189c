import { isLongEnough } from "@kinora/domain/search-length.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Button } from "@mantine/core";
import { IconMovie } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { apiInput } from "../../platform/api-input.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { withoutNothing } from "../../shell/lists/given.ts";
import { useListAddress } from "../../shell/lists/list-address.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { installationVideosView } from "../views.ts";
import { useVideoColumns } from "./video-columns.tsx";
import { useVideoFilters } from "./video-filters.ts";
import { useVideoMenu } from "./video-menu.tsx";
import { installationVideosQuery } from "./video-queries.ts";
import type { OpenedVideoDialog } from "./VideoDialogs.tsx";

const VideoDialogs = lazyPart(async () => (await import("./VideoDialogs.tsx")).VideoDialogs);

/** The videos of all accounts, for superusers (spec §2). */
export default function InstallationVideosPage() {
  const { t } = useTranslation("installationVideos");
  const at = useListAddress(installationVideosView);
  const { state, account, taken_down } = at.address;
  const search = isLongEnough(at.address.search ?? "") ? at.address.search : undefined;
  const page = installationVideosView.pageOf(at.address);
  const filter = withoutNothing({ search, state, account, taken_down });
  const list = useQuery(installationVideosQuery({ ...page, ...apiInput("advanced.listInstallationVideos", filter) }));
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
      {opened ? (
        <Suspense fallback={null}>
          <VideoDialogs {...opened} onClose={() => setOpened(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
