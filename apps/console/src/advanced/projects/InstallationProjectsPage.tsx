import { formatBytes } from "@kinora/ui/bytes.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { IconArrowsExchange, IconFolders } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../platform/lazy-part.ts";
import { withoutNothing } from "../../shell/lists/given.ts";
import { listAddress } from "../../shell/lists/list-address.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { Later } from "../../shell/menus/Later.tsx";
import { countColumn, createdColumn } from "../columns.tsx";
import { installationProjectsQuery, type InstallationProject } from "../queries.ts";
import { installationProjectsView } from "../views.ts";

const MoveProjectDialog = lazyPart(async () => (await import("./MoveProjectDialog.tsx")).MoveProjectDialog, {
  moves: async () => (await import("../../shell/moves/texts.ts")).movesTexts,
});

/** The projects of all accounts, for superusers (spec §2). */
export default function InstallationProjectsPage() {
  const { t } = useTranslation("advanced");
  const navigate = useNavigate();
  const address = useSearch({ from: "/app/advanced/projects" });
  const at = listAddress(installationProjectsView, address, (search, replace) => {
    void navigate({ to: "/advanced/projects", search, replace, resetScroll: false });
  });
  const { search, account } = address;
  const page = installationProjectsView.pageOf(address);
  const [moving, setMoving] = useState<InstallationProject | null>(null);
  const list = useQuery(installationProjectsQuery({ ...page, ...withoutNothing({ search, account }) }));
  const named = list.data?.data[0]?.account;
  return (
    <>
      <PageHeader title={t("projects")} count={list.data ? formatNumber(list.data.pagination.total) : null} />
      <ListPage
        name="advanced-projects"
        label={t("projects")}
        at={at}
        list={list}
        columns={useProjectColumns()}
        nameOf={({ name }) => name}
        searchLabel={t("searchProjects")}
        filters={
          account === undefined
            ? []
            : [
                {
                  kind: "choice",
                  id: "account",
                  label: t("account"),
                  options: [{ value: String(account), label: named?.id === account ? named.name : `#${account}` }],
                  value: String(account),
                  onChange: (value) => at.show({ account: value === undefined ? undefined : Number(value) }),
                },
              ]
        }
        noMatch={t("noProjectsMatch")}
        empty={{ icon: <IconFolders size={22} stroke={1.6} />, title: t("noProjects") }}
        actionsWidth={30}
        menu={(project) => [
          {
            label: t("moveToAccount"),
            icon: <IconArrowsExchange size={16} stroke={1.6} />,
            onChoose: () => setMoving(project),
          },
        ]}
      />
      <Later when={moving !== null}>
        {moving ? <MoveProjectDialog project={moving} onClose={() => setMoving(null)} /> : null}
      </Later>
    </>
  );
}

function useProjectColumns(): Column<InstallationProject>[] {
  const { t } = useTranslation("advanced");
  return [
    { id: "name", header: t("name"), min: 180, grow: 2, mobile: "title", cell: ({ name }) => name },
    {
      id: "account",
      header: t("account"),
      min: 140,
      grow: 1,
      priority: 7,
      optional: true,
      mobile: "meta",
      cell: ({ account }) => account.name,
    },
    {
      id: "domain",
      header: t("domain"),
      min: 150,
      grow: 1,
      priority: 5,
      optional: true,
      mobile: "meta",
      cell: ({ domain }) => domain,
    },
    countColumn({ id: "videos", header: t("videos"), priority: 4 }, ({ videos }) => videos),
    {
      id: "livestreams",
      header: t("livestreams"),
      min: 110,
      priority: 3,
      align: "end",
      optional: true,
      mobile: "hidden",
      cell: ({ livestreams, on_air: count }) =>
        count > 0 ? (
          <StatusDot state="live" detail={formatNumber(livestreams)}>
            {t("onAir", { count })}
          </StatusDot>
        ) : (
          formatNumber(livestreams)
        ),
    },
    {
      id: "storage",
      header: t("storage"),
      min: 100,
      priority: 6,
      align: "end",
      optional: true,
      mobile: "meta",
      cell: ({ storage_bytes: bytes }) => formatBytes(bytes),
    },
    countColumn({ id: "failures", header: t("failures"), priority: 2 }, ({ failures }) => failures, 150),
    createdColumn(t("created"), 1),
  ];
}
