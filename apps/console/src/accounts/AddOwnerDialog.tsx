import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { personName } from "@kinora/ui/kit/people.ts";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { ownersKey, ownersQuery } from "../users/leaving/leaving-queries.ts";
import { membersQuery } from "./queries.ts";

const OFFERED = 100;

/** Makes a member of one of the account's projects an owner. */
export function AddOwnerDialog({ accountId, onClose }: { accountId: number; onClose: () => void }) {
  const { t } = useTranslation("accounts");
  const [search, setSearch] = useState("");
  const members = useQuery(
    membersQuery(accountId, { page: 1, per_page: OFFERED, ...(search.trim() === "" ? {} : { search: search.trim() }) }),
  );
  const owners = new Set(useQuery(ownersQuery(accountId)).data?.data.map(({ id }) => id));
  // The server takes active members alone.
  const offered = (members.data?.data ?? []).filter(
    ({ id, status, roles }) => !owners.has(id) && status === "active" && roles.some(({ blocked }) => !blocked),
  );
  const form = useForm({
    saved: { user_id: "" },
    check: ({ user_id: chosen }): Record<string, string> => (chosen === "" ? { user_id: t("memberEmpty") } : {}),
  });
  const add = useAction(api.owners.addOwner, {
    changes: [ownersKey(accountId)],
    failure: t("ownersNotChanged"),
    config: true,
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      title={t("addOwner")}
      submit={t("addOwner")}
      form={form}
      saving={add.isPending}
      onSubmit={() => add.mutate({ account_id: accountId, user_id: Number(form.values.user_id) })}
      onClose={onClose}
    >
      <Text>{t("addOwnerText")}</Text>
      <Select
        label={t("chooseMember")}
        description={t("chooseMemberText")}
        required
        searchable
        data-autofocus
        onSearchChange={setSearch}
        nothingFoundMessage={t("noMember")}
        {...form.choice(
          "user_id",
          offered.map((member) => ({
            value: String(member.id),
            label: `${personName(member)} (${member.email})`,
          })),
        )}
      />
    </FormDialog>
  );
}
