import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import type { RowAction } from "@kinora/ui/kit/RowMenu.tsx";
import { Button, Group, Stack } from "@mantine/core";
import { IconBan, IconPlus, IconTicket } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { useAction } from "../../platform/use-action.ts";
import { WithFeature } from "../../shell/frame/WithFeature.tsx";
import { ListProblem } from "../../shell/lists/ListProblem.tsx";
import { OlderRows } from "../../shell/lists/OlderRows.tsx";
import { Later } from "../../shell/menus/Later.tsx";
import { uploadTokensKey, uploadTokensQuery, type ShownToken, type UploadToken } from "./queries.ts";
import { useTokenColumns } from "./token-columns.tsx";

const TokenDialog = lazyPart(async () => (await import("./TokenDialog.tsx")).TokenDialog);
const ShownTokenDialog = lazyPart(async () => (await import("./ShownTokenDialog.tsx")).ShownTokenDialog);

/** The upload tokens of a project, with which pages let strangers upload. */
export function UploadTokens({ projectId, mayManage }: { projectId: number; mayManage: boolean }) {
  const { t } = useTranslation("apiKeys");
  const [creating, setCreating] = useState(false);
  const [shown, setShown] = useState<ShownToken | null>(null);
  const [before, setBefore] = useState<number | null>(null);
  const list = useQuery(uploadTokensQuery(projectId, before));
  const columns = useTokenColumns();
  const menu = useTokenMenu(projectId);
  const create = mayManage ? (
    <WithFeature feature="upload_tokens">
      <Button variant="default" leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setCreating(true)}>
        {t("createToken")}
      </Button>
    </WithFeature>
  ) : undefined;
  return (
    <Stack gap="sm" miw={0} renderRoot={(props) => <section {...props} />} aria-labelledby="upload-tokens">
      <Group gap="8px 16px" justify="space-between">
        <h2 className="heading" id="upload-tokens">
          {t("tokens")}
        </h2>
        {create}
      </Group>
      <p className="note">{t("tokensText")}</p>
      <DataTable
        label={t("tokens")}
        columns={columns}
        rows={list.data?.data}
        nameOf={({ name }) => name}
        menu={mayManage ? menu : undefined}
        actionsWidth={30}
        problem={list.isError && list.data === undefined ? <ListProblem list={list} /> : null}
        empty={
          <EmptyState icon={<IconTicket size={22} stroke={1.6} />} title={t("noTokens")}>
            {t("noTokensText")} {mayManage ? null : t("emptyView")}
          </EmptyState>
        }
      />
      <OlderRows
        before={before}
        page={list.data}
        words={{ newest: t("newest"), older: t("older") }}
        onChange={setBefore}
      />
      <Later when={creating}>
        <TokenDialog projectId={projectId} opened={creating} onToken={setShown} onClose={() => setCreating(false)} />
      </Later>
      <Later when={shown !== null}>
        <ShownTokenDialog shown={shown} onClose={() => setShown(null)} />
      </Later>
    </Stack>
  );
}

function useTokenMenu(projectId: number): (token: UploadToken) => RowAction[] {
  const { t } = useTranslation("apiKeys");
  const revoke = useAction(api.uploadTokens.revokeUploadToken, {
    changes: [uploadTokensKey(projectId)],
    failure: t("tokenNotRevoked"),
  });
  return ({ id, name, state }) =>
    state === "revoked"
      ? []
      : [
          {
            label: t("revoke"),
            icon: <IconBan size={16} stroke={1.6} />,
            danger: true,
            onChoose: () =>
              void revoke.mutateAfter(
                { title: t("revokeTitle", { name }), text: t("revokeText"), yes: t("revoke"), danger: true },
                { project_id: projectId, id },
              ),
          },
        ];
}
