import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import { Button } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { ListProblem } from "../../shell/lists/ListProblem.tsx";
import { Later } from "../../shell/menus/Later.tsx";
import { keysQuery, type ShownSecret } from "../queries.ts";
import { RestrictionsFrame } from "../RestrictionsFrame.tsx";
import { useKeyColumns } from "./key-columns.tsx";
import { useKeyMenu } from "./key-menu.tsx";

const CreateKeyDialog = lazyPart(async () => (await import("./KeyDialogs.tsx")).CreateKeyDialog);
const SecretDialog = lazyPart(async () => (await import("./KeyDialogs.tsx")).SecretDialog);
const icon = { size: 16, stroke: 1.6 } as const;

/** The keys that sign playback tokens. */
export default function SigningKeysPage() {
  const { t } = useTranslation("restrictions");
  const mayManage = useViewer().permissions.restrictions_manage;
  const [creating, setCreating] = useState(false);
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const create = mayManage ? (
    <Button leftSection={<IconPlus {...icon} />} onClick={() => setCreating(true)}>
      {t("createKey")}
    </Button>
  ) : undefined;
  return (
    <RestrictionsFrame actions={() => create}>
      {(projectId) => (
        <>
          <Keys projectId={projectId} mayManage={mayManage} onSecret={setShown} />
          <Later when={creating}>
            <CreateKeyDialog
              projectId={projectId}
              opened={creating}
              onClose={() => setCreating(false)}
              onSecret={setShown}
            />
          </Later>
          <Later when={shown !== null}>
            <SecretDialog shown={shown} onClose={() => setShown(null)} />
          </Later>
        </>
      )}
    </RestrictionsFrame>
  );
}

function Keys({
  projectId,
  mayManage,
  onSecret,
}: {
  projectId: number;
  mayManage: boolean;
  onSecret: (shown: ShownSecret) => void;
}) {
  const { t } = useTranslation("restrictions");
  const list = useQuery(keysQuery(projectId));
  const columns = useKeyColumns();
  const menu = useKeyMenu(projectId, onSecret);
  return (
    <DataTable
      label={t("tabKeys")}
      columns={columns}
      rows={list.data}
      nameOf={({ kid }) => kid}
      menu={mayManage ? menu : undefined}
      actionsWidth={30}
      problem={list.isError ? <ListProblem list={list} /> : null}
      empty={
        <EmptyState icon={<IconKey size={22} stroke={1.6} />} title={t("keysEmpty")}>
          {t("keysEmptyText")}
        </EmptyState>
      }
    />
  );
}
