import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Text } from "@mantine/core";
import { useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { useAction } from "../../platform/use-action.ts";
import { KeysField } from "./KeysField.tsx";
import { ownersQuery, type MadeKey } from "./leaving-queries.ts";

interface LeaveDialogProps<Key extends QueryKey> {
  accountId: number;
  /** Who leaves. */
  userId: number;
  title: string;
  text: string;
  submit: string;
  /** The API keys that they lose with it. */
  keys: UseQueryOptions<MadeKey[], Error, MadeKey[], Key>;
  leave: (keysTo: { keys_to?: number }) => Promise<{ message: string }>;
  changes: readonly QueryKey[];
  failure: string;
  /** Whether the account's people are different in the config afterwards. */
  config?: boolean;
  onClose: () => void;
}

/** Asks before someone leaves an account or stops being its owner; another owner can get the API keys that they made. */
export function LeaveDialog<Key extends QueryKey>({
  accountId,
  userId,
  text,
  keys: keysQuery,
  leave,
  changes,
  failure,
  config = false,
  onClose,
  ...words
}: LeaveDialogProps<Key>) {
  const form = useForm<{ keys_to: string | null }>({ saved: { keys_to: null } });
  const keys = useQuery(keysQuery);
  const owners = useQuery({ ...ownersQuery(accountId), enabled: (keys.data ?? []).length > 0 }).data?.data ?? [];
  const act = useAction(leave, {
    ...{ changes, failure, config },
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  const { keys_to: heir } = form.values;
  return (
    <FormDialog
      danger
      {...words}
      form={form}
      ready={keys.isSuccess}
      saving={act.isPending}
      onSubmit={() => act.mutate(heir === null ? {} : { keys_to: Number(heir) })}
      onClose={onClose}
    >
      <Text>{text}</Text>
      <KeysField
        keys={keys.data ?? []}
        heirs={owners.filter(({ id }) => id !== userId)}
        value={heir}
        error={form.error("keys_to")}
        onChange={(value) => form.edit({ keys_to: value })}
      />
    </FormDialog>
  );
}
