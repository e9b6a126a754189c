import { REASON_MAX } from "@kinora/domain/people/installation.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { projectsKey, type ListedProject } from "../../projects/list/project-queries.ts";
import { MoveChanges } from "../../projects/moves/MoveChanges.tsx";
import { accountsQuery, moveQuery } from "../queries.ts";

const OFFERED = 30;

/** Moves a project to another account, after showing what that changes. */
export function MoveProjectDialog({ project, onClose }: { project: ListedProject; onClose: () => void }) {
  const { t } = useTranslation("advanced");
  const { offered, setSearch } = useOfferedAccounts(project.account.id);
  const form = useForm({
    saved: { account_id: "", reason: "" },
    check: ({ account_id: account, reason }): Record<string, string> => ({
      ...(account === "" ? { account_id: t("accountEmpty") } : {}),
      ...(reason.trim() === "" ? { reason: t("reasonEmpty") } : {}),
    }),
  });
  const chosen = form.values.account_id;
  const [possible, setPossible] = useState(false);
  const move = useAction(api.advanced.moveProject, {
    changes: [projectsKey(null)],
    failure: t("projectNotMoved"),
    config: true,
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      danger
      size={520}
      title={t("moveTitle", { name: project.name })}
      submit={t("move")}
      form={form}
      ready={chosen === "" || possible}
      saving={move.isPending}
      onSubmit={() =>
        move.mutate({ project_id: project.id, account_id: Number(chosen), reason: form.values.reason.trim() })
      }
      onClose={onClose}
    >
      <Text>{t("moveText", { account: project.account.name })}</Text>
      <Select
        label={t("moveTo")}
        required
        searchable
        data-autofocus
        onSearchChange={setSearch}
        // The server searches; owners' emails are found, too.
        filter={({ options }) => options}
        nothingFoundMessage={t("noAccountsMatch")}
        {...form.choice("account_id", offered)}
      />
      {chosen === "" ? null : <Changes projectId={project.id} accountId={Number(chosen)} onPossible={setPossible} />}
      <TextInput label={t("reason")} required maxLength={REASON_MAX} {...form.text("reason")} />
    </FormDialog>
  );
}

interface ChangesProps {
  projectId: number;
  accountId: number;
  onPossible: (possible: boolean) => void;
}

function Changes({ projectId, accountId, onPossible }: ChangesProps) {
  return <MoveChanges preview={useQuery(moveQuery(projectId, accountId))} onPossible={onPossible} />;
}

/** The active accounts that a search finds, without the one the project is in. */
function useOfferedAccounts(current: number) {
  const [typed, setSearch] = useState("");
  // A chosen option writes its whole label into the field; the server knows the name.
  const search = typed.replace(/ \([^()]*@[^()]*\)$/, "").trim();
  const found = useQuery(
    accountsQuery({
      page: 1,
      per_page: OFFERED,
      status: "active",
      ...(search === "" ? {} : { search }),
    }),
  );
  const offered = (found.data?.data ?? [])
    .filter(({ id }) => id !== current)
    .map(({ id, name, owners }) => ({
      value: String(id),
      label: owners[0] === undefined ? name : `${name} (${owners[0]})`,
    }));
  return { offered, setSearch };
}
