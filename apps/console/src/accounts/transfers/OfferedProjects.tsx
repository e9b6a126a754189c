import { formatMoment } from "@kinora/ui/moments.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { useAction } from "../../platform/use-action.ts";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import { Later } from "../../shell/menus/Later.tsx";
import { offeredProjectsKey, offeredProjectsQuery, type OfferedProject } from "./transfer-queries.ts";

const AcceptDialog = lazyPart(async () => (await import("./AcceptDialog.tsx")).AcceptDialog, {
  moves: async () => (await import("../../projects/moves/move-texts.ts")).movesTexts,
});

/** The projects that other accounts offer to the person who is signed in; nothing where there is none. */
export function OfferedProjects({ accountId }: { accountId: number }) {
  const { t } = useTranslation("transfers");
  const offers = useQuery(offeredProjectsQuery(accountId));
  const [accepting, setAccepting] = useState<OfferedProject | null>(null);
  const decline = useAction(
    (id: number) => api.projects.declineOfferedProject({ account_id: accountId, transfer_id: id }),
    { changes: [offeredProjectsKey(accountId)], failure: t("notDeclined") },
  );
  if (offers.isError) return <QueryProblem query={offers} />;
  if (!offers.data || offers.data.length === 0) return null;
  return (
    <Stack mb="md">
      <Panel title={t("title")}>
        <Stack gap="sm">
          {offers.data.map((offer) => {
            const { id, project, account, expires_at: until } = offer;
            const question = {
              title: t("declineTitle", { project }),
              text: t("declineText", { account }),
              yes: t("decline"),
              danger: true,
            };
            return (
              <Group key={id} justify="space-between" gap="sm">
                <Text size="sm">{t("offer", { account, project, until: formatMoment(until) })}</Text>
                <Group gap="sm">
                  <Button onClick={() => setAccepting(offer)}>{t("look")}</Button>
                  <Button
                    variant="default"
                    loading={decline.isPending}
                    onClick={() => void decline.mutateAfter(question, id)}
                  >
                    {t("decline")}
                  </Button>
                </Group>
              </Group>
            );
          })}
        </Stack>
      </Panel>
      <Later when={accepting !== null}>
        {accepting ? <AcceptDialog accountId={accountId} offer={accepting} onClose={() => setAccepting(null)} /> : null}
      </Later>
    </Stack>
  );
}
