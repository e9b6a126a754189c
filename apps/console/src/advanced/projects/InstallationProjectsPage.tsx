import { PROJECT_STANDINGS } from "@kinora/domain/people/installation.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { IconFolders } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { apiInput } from "../../platform/api-input.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { withoutNothing } from "../../shell/lists/given.ts";
import { listAddress } from "../../shell/lists/list-address.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { Later } from "../../shell/menus/Later.tsx";
import { accountFilter } from "../account-filter.ts";
import { installationProjectsKey, installationProjectsQuery } from "../queries.ts";
import { installationProjectsView } from "../views.ts";
import { useProjectColumns } from "./project-columns.tsx";
import { useProjectMenu, type OpenedProject } from "./project-menu.tsx";

const MoveProjectDialog = lazyPart(async () => (await import("./MoveProjectDialog.tsx")).MoveProjectDialog, {
  moves: async () => (await import("../../projects/moves/move-texts.ts")).movesTexts,
});

const SuspendDialog = lazyPart(async () => (await import("./SuspendDialog.tsx")).SuspendDialog);
const QuotaDialog = lazyPart(async () => (await import("../../projects/list/QuotaDialog.tsx")).QuotaDialog);
const ImportDialog = lazyPart(async () => (await import("../../as-code/ImportDialog.tsx")).ImportDialog, {
  asCode: async () => (await import("../../as-code/texts.ts")).asCodeTexts,
});
const CountersDialog = lazyPart(async () => (await import("./CountersDialog.tsx")).CountersDialog);

/** The projects of all accounts, for superusers (spec §2). */
export default function InstallationProjectsPage() {
  const { t } = useTranslation("advanced");
  const navigate = useNavigate();
  const address = useSearch({ from: "/app/advanced/projects" });
  const at = listAddress(installationProjectsView, address, (search, replace) => {
    void navigate({ to: "/advanced/projects", search, replace, resetScroll: false });
  });
  const { search, account, status } = address;
  const page = installationProjectsView.pageOf(address);
  const [opened, setOpened] = useState<OpenedProject | null>(null);
  const filter = apiInput("advanced.listInstallationProjects", withoutNothing({ search, account, status }));
  const list = useQuery(installationProjectsQuery({ ...page, ...filter }));
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
        filters={[
          {
            kind: "choice",
            id: "status",
            label: t("status"),
            options: PROJECT_STANDINGS.map((value) => ({ value, label: t(value) })),
            value: status,
            onChange: (value) => at.show({ status: PROJECT_STANDINGS.find((known) => known === value) }),
          },
          ...accountFilter(t("account"), account, list.data?.data[0]?.account, (chosen) =>
            at.show({ account: chosen }),
          ),
        ]}
        noMatch={t("noProjectsMatch")}
        empty={{ icon: <IconFolders size={22} stroke={1.6} />, title: t("noProjects") }}
        actionsWidth={30}
        menu={useProjectMenu(setOpened)}
      />
      <Later when={opened !== null}>{opened ? <Opened opened={opened} onClose={() => setOpened(null)} /> : null}</Later>
    </>
  );
}

function Opened({ opened, onClose }: { opened: OpenedProject; onClose: () => void }) {
  const { project } = opened;
  if (opened.what === "counters")
    return <CountersDialog project={project} differences={opened.differences} onClose={onClose} />;
  if (opened.what === "suspend") return <SuspendDialog project={project} onClose={onClose} />;
  if (opened.what === "quota")
    return <QuotaDialog project={project} changes={[installationProjectsKey]} onClose={onClose} />;
  if (opened.what === "import") return <ImportDialog projectId={project.id} onClose={onClose} />;
  return <MoveProjectDialog project={project} onClose={onClose} />;
}
