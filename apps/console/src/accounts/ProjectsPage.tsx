import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { openNewProject } from "../platform/new-project.ts";
import { useProjects } from "../projects/list/project-queries.ts";
import { ProjectsList } from "../projects/list/ProjectsList.tsx";
import { Later } from "../shell/menus/Later.tsx";
import { AccountFrame, useAccountId } from "./AccountFrame.tsx";
import { useProjectMenu, type OpenedProject } from "./project-menu.tsx";
import type { ProjectDialogProps } from "./queries.ts";

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
      <ProjectsList
        scope={accountId}
        {...useProjects(accountId)}
        menu={useProjectMenu(accountId, setOpened)}
        create={create}
      />
      <Later when={opened !== null}>
        {opened ? <Dialog {...opened} accountId={accountId} onClose={() => setOpened(null)} /> : null}
      </Later>
    </AccountFrame>
  );
}

function Dialog({ what, ...props }: { what: OpenedProject["what"] } & ProjectDialogProps) {
  if (what === "rename") return <RenameProjectDialog {...props} />;
  if (what === "transfer") return <TransferDialog {...props} />;
  if (what === "quota") return <QuotaDialog scope={props.accountId} {...props} />;
  return <DeleteProjectDialog {...props} />;
}
