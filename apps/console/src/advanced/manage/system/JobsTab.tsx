import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import { Button, Text } from "@mantine/core";
import { IconRepeat } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../platform/client.ts";
import { useTranslation } from "../../../platform/i18n.ts";
import { useAction } from "../../../platform/use-action.ts";
import { ListProblem } from "../../../shell/lists/ListProblem.tsx";
import { useChoreColumns } from "./chore-columns.tsx";
import { choreState } from "./chore-state.ts";
import { choresKey, choresQuery } from "./system-queries.ts";

/** The recurring jobs of the installation, each with its last run, its result and its next run. */
export function JobsTab() {
  const { t } = useTranslation("system");
  const list = useQuery(choresQuery());
  const columns = useChoreColumns((list.data?.workers ?? 0) > 0);
  const run = useAction((name: string) => api.advanced.runChore({ name }), {
    changes: [choresKey],
    failure: t("jobNotRun"),
  });
  return (
    <>
      {list.data?.workers === 0 ? (
        <Text role="status" mb="md">
          {t("noWorkers")}
        </Text>
      ) : null}
      <DataTable
        label={t("jobs")}
        height="tall"
        columns={columns}
        rows={list.data?.data.map((chore) => ({ ...chore, id: chore.name }))}
        nameOf={({ name }) => name}
        note={(chore) => (choreState(chore) === "failed" ? chore.failure : null)}
        actionsWidth={104}
        actions={({ name, running, requested }) => (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t("runNowOf", { name })}
            disabled={running || requested}
            onClick={() => run.mutate(name)}
          >
            {t("runNow")}
          </Button>
        )}
        problem={list.isError && !list.data ? <ListProblem list={list} /> : null}
        empty={
          <EmptyState icon={<IconRepeat size={22} stroke={1.6} />} title={t("noJobs")}>
            {t("noJobsText")}
          </EmptyState>
        }
      />
    </>
  );
}
