import { formatBytes } from "@kinora/ui/bytes.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Button } from "@mantine/core";
import { IconCopy, IconDoorEnter, IconFolders, IconPlus } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { copyText } from "../platform/clipboard.ts";
import { openNewProject } from "../platform/new-project.ts";
import { switchProject } from "../platform/place.ts";
import { withoutNothing } from "../shell/lists/given.ts";
import { listAddress } from "../shell/lists/list-address.ts";
import { ListPage } from "../shell/lists/ListPage.tsx";
import { AccountFrame, useAccountId } from "./AccountFrame.tsx";
import { accountProjectsQuery, type AccountProject } from "./queries.ts";
import { accountProjectsView } from "./views.ts";

const ICON = { size: 16, stroke: 1.6 };

/** The projects of the account; for its owners. */
export default function ProjectsPage() {
  const accountId = useAccountId();
  return accountId === null ? null : <Projects accountId={accountId} />;
}

function Projects({ accountId }: { accountId: number }) {
  const { t } = useTranslation("accounts");
  const navigate = useNavigate();
  const address = useSearch({ from: "/app/account/projects" });
  const at = listAddress(accountProjectsView, address, (search, replace) => {
    void navigate({ to: "/account/projects", search, replace, resetScroll: false });
  });
  const page = accountProjectsView.pageOf(address);
  const list = useQuery(accountProjectsQuery(accountId, { ...page, ...withoutNothing({ search: address.search }) }));
  const create = (
    <Button leftSection={<IconPlus {...ICON} />} onClick={openNewProject}>
      {t("newProject")}
    </Button>
  );
  return (
    <AccountFrame actions={create}>
      <ListPage
        name="account-projects"
        label={t("projects")}
        at={at}
        list={list}
        columns={useProjectColumns()}
        nameOf={({ name }) => name}
        searchLabel={t("searchProjects")}
        noMatch={t("noProjectsMatch")}
        empty={{
          icon: <IconFolders size={22} stroke={1.6} />,
          title: t("noProjects"),
          text: t("noProjectsText"),
          action: create,
        }}
        actionsWidth={30}
        menu={useProjectMenu()}
      />
    </AccountFrame>
  );
}

function useProjectMenu() {
  const { t } = useTranslation("accounts");
  const navigate = useNavigate();
  const client = useQueryClient();
  const open = async (id: number) => {
    await navigate({ to: "/dashboard" });
    if (await switchProject(id)) await client.invalidateQueries();
  };
  return ({ id, hash }: AccountProject) => [
    { label: t("openProject"), icon: <IconDoorEnter {...ICON} />, onChoose: () => void open(id) },
    { label: t("copyHash"), icon: <IconCopy {...ICON} />, onChoose: () => void copyText(t("hash"), hash) },
  ];
}

function useProjectColumns(): Column<AccountProject>[] {
  const { t } = useTranslation("accounts");
  const count = (id: "videos" | "members", header: string, priority: number): Column<AccountProject> => ({
    id,
    header,
    min: 80,
    priority,
    align: "end",
    optional: true,
    mobile: "hidden",
    cell: (project) => formatNumber(project[id]),
  });
  return [
    { id: "name", header: t("name"), min: 160, grow: 2, mobile: "title", cell: ({ name }) => name },
    { id: "domain", header: t("domain"), min: 150, grow: 1, priority: 6, mobile: "meta", cell: ({ domain }) => domain },
    count("videos", t("videos"), 4),
    {
      id: "livestreams",
      header: t("livestreams"),
      min: 110,
      priority: 3,
      align: "end",
      optional: true,
      mobile: "hidden",
      cell: ({ livestreams, on_air: count }) =>
        count > 0 ? <StatusDot state="live">{t("onAir", { count })}</StatusDot> : formatNumber(livestreams),
    },
    {
      id: "storage",
      header: t("storage"),
      min: 96,
      priority: 5,
      align: "end",
      mobile: "meta",
      cell: (project) => formatBytes(project.storage_bytes),
    },
    count("members", t("people"), 2),
    {
      id: "created",
      header: t("created"),
      min: 120,
      priority: 1,
      optional: true,
      mobile: "hidden",
      cell: (project) => <Moment at={project.created_at} />,
    },
  ];
}
