import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Button } from "@mantine/core";
import { IconBan, IconEye, IconKey, IconPlus, IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../platform/client.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { useAction } from "../../platform/use-action.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { ListProblem } from "../../shell/lists/ListProblem.tsx";
import { Later } from "../../shell/menus/Later.tsx";
import { keysKey, keysQuery, type ShownSecret, type SigningKey } from "../queries.ts";
import { RestrictionsFrame } from "../RestrictionsFrame.tsx";

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

const STATES = { active: "active", expiring: "warning", revoked: "failed" } as const;

function useKeyColumns(): Column<SigningKey>[] {
  const { t } = useTranslation("restrictions");
  return [
    {
      id: "kid",
      header: t("kid"),
      min: 160,
      grow: 1,
      mobile: "title",
      cell: ({ kid }) => <span className="mono">{kid}</span>,
    },
    { id: "algorithm", header: t("algorithm"), min: 90, mobile: "meta", cell: ({ algorithm }) => algorithm },
    {
      id: "state",
      header: t("state"),
      min: 140,
      mobile: "meta",
      cell: ({ state, expires_at: expires }) => (
        <StatusDot state={STATES[state]} detail={state === "expiring" && expires ? <Moment at={expires} /> : null}>
          {t(`state_${state}`)}
        </StatusDot>
      ),
    },
    {
      id: "used",
      header: t("lastUsed"),
      min: 110,
      priority: 2,
      mobile: "hidden",
      cell: ({ last_used_at: used }) => (used === null ? t("never") : <Moment at={used} />),
    },
    {
      id: "created",
      header: t("created"),
      min: 110,
      priority: 1,
      mobile: "hidden",
      cell: ({ created_at: at }) => <Moment at={at} />,
    },
  ];
}

function useKeyMenu(projectId: number, onSecret: (shown: ShownSecret) => void) {
  const { t } = useTranslation("restrictions");
  const options = { changes: [keysKey(projectId)], failure: t("keyNotChanged") };
  const rotate = useAction(api.restrictions.rotateSigningKey, {
    ...options,
    onDone: ({ data, secret }) => onSecret({ title: t("secretTitle"), secret, algorithm: data.algorithm }),
  });
  const revoke = useAction(api.restrictions.revokeSigningKey, options);
  const reveal = useAction(
    async ({ id, kid, algorithm }: SigningKey) => {
      const { secret } = await api.restrictions.revealSigningKey({ project_id: projectId, id });
      onSecret({ title: t("revealTitle", { kid }), secret, algorithm });
      return { message: t("secretAgain") };
    },
    { ...options, changes: [] },
  );
  return (key: SigningKey) => {
    if (key.state === "revoked") return [];
    const { id, kid, algorithm } = key;
    const input = { project_id: projectId, id };
    return [
      ...(algorithm === "HS256"
        ? [{ label: t("reveal"), icon: <IconEye {...icon} />, onChoose: () => reveal.mutate(key) }]
        : []),
      {
        label: t("rotate"),
        icon: <IconRefresh {...icon} />,
        onChoose: () =>
          void rotate.mutateAfter(
            { title: t("rotateTitle", { kid }), text: t("rotateText"), yes: t("rotate"), danger: false },
            input,
          ),
      },
      {
        label: t("revoke"),
        icon: <IconBan {...icon} />,
        danger: true,
        onChoose: () =>
          void revoke.mutateAfter(
            { title: t("revokeTitle", { kid }), text: t("revokeText"), yes: t("revoke"), danger: true },
            input,
          ),
      },
    ];
  };
}
