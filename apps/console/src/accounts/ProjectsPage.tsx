import { Button } from "@mantine/core";
import { IconFolders, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { apiInput } from "../platform/api-input.ts";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { openNewProject } from "../platform/new-project.ts";
import { withoutNothing } from "../shell/lists/given.ts";
import { listAddress } from "../shell/lists/list-address.ts";
import { ListPage } from "../shell/lists/ListPage.tsx";
import { Later } from "../shell/menus/Later.tsx";
import { AccountFrame, useAccountId } from "./AccountFrame.tsx";
import { useProjectColumns } from "./project-columns.tsx";
import { useProjectMenu, type OpenedProject } from "./project-menu.tsx";
import { accountProjectsKey, accountProjectsQuery, type ProjectDialogProps } from "./queries.ts";
import { accountProjectsView } from "./views.ts";

const ICON = { size: 16, stroke: 1.6 };
const RenameProjectDialog = lazyPart(async () => (await import("./RenameProjectDialog.tsx")).RenameProjectDialog);
const QuotaDialog = lazyPart(async () => (await import("../projects/list/QuotaDialog.tsx")).QuotaDialog);
const TransferDialog = lazyPart(async () => (await import("./transfers/TransferDialog.tsx")).TransferDialog);
const OfferedProjects = lazyPart(async () => (await import("./transfers/OfferedProjects.tsx")).OfferedProjects, {
  transfers: async () => (await import("./transfers/transfer-texts.ts")).transferTexts,
});
const DeleteProjectDialog = lazyPart(async () => (await import("./DeleteProjectDialog.tsx")).DeleteProjectDialog);

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
  const filter = apiInput("accounts.listAccountProjects", withoutNothing({ search: address.search }));
  const list = useQuery(accountProjectsQuery(accountId, { ...page, ...filter }));
  const [opened, setOpened] = useState<OpenedProject | null>(null);
  const create = (
    <Button leftSection={<IconPlus {...ICON} />} onClick={openNewProject}>
      {t("newProject")}
    </Button>
  );
  return (
    <AccountFrame actions={create}>
      <Later when>
        <OfferedProjects accountId={accountId} />
      </Later>
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
        menu={useProjectMenu(accountId, setOpened)}
      />
      <Later when={opened !== null}>
        {opened ? (
          <Opened what={opened.what} accountId={accountId} project={opened.project} onClose={() => setOpened(null)} />
        ) : null}
      </Later>
    </AccountFrame>
  );
}

function Opened({ what, ...props }: { what: OpenedProject["what"] } & ProjectDialogProps) {
  if (what === "rename") return <RenameProjectDialog {...props} />;
  if (what === "transfer") return <TransferDialog {...props} />;
  if (what === "quota")
    return (
      <QuotaDialog project={props.project} changes={[accountProjectsKey(props.accountId)]} onClose={props.onClose} />
    );
  return <DeleteProjectDialog {...props} />;
}
