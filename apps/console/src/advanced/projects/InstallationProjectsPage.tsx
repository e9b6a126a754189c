import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { useProjects } from "../../projects/list/project-queries.ts";
import { ProjectsList } from "../../projects/list/ProjectsList.tsx";
import { Later } from "../../shell/menus/Later.tsx";
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
  const { t } = useTranslation("projectList");
  const [opened, setOpened] = useState<OpenedProject | null>(null);
  const projects = useProjects(null);
  const pagination = projects.list.data?.pagination;
  return (
    <>
      <PageHeader title={t("projects")} count={pagination ? formatNumber(pagination.total) : null} />
      <ProjectsList scope={null} {...projects} menu={useProjectMenu(setOpened)} />
      <Later when={opened !== null}>{opened ? <Dialog opened={opened} onClose={() => setOpened(null)} /> : null}</Later>
    </>
  );
}

function Dialog({ opened, onClose }: { opened: OpenedProject; onClose: () => void }) {
  const { project } = opened;
  if (opened.what === "counters")
    return <CountersDialog project={project} differences={opened.differences} onClose={onClose} />;
  if (opened.what === "suspend") return <SuspendDialog project={project} onClose={onClose} />;
  if (opened.what === "quota") return <QuotaDialog scope={null} project={project} onClose={onClose} />;
  if (opened.what === "import") return <ImportDialog projectId={project.id} onClose={onClose} />;
  return <MoveProjectDialog project={project} onClose={onClose} />;
}
