import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { personName } from "@kinora/ui/kit/people.ts";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { KeysField } from "../leaving/KeysField.tsx";
import { heirsQuery, userKeysQuery, usersKey, type ProjectUser } from "../queries.ts";

interface PersonDialogProps {
  projectId: number;
  user: ProjectUser | null;
  onClose: () => void;
}

/** Who gets what a person leaves. */
interface Heirs {
  videos_to: string | null;
  keys_to: string | null;
}

/** Removes a person from the project; their videos and the API keys they made can be given to other people. */
export function RemoveDialog({ projectId, user, onClose }: PersonDialogProps) {
  return user ? <OpenDialog projectId={projectId} user={user} onClose={onClose} /> : null;
}

function OpenDialog({ projectId, user, onClose }: PersonDialogProps & { user: ProjectUser }) {
  const { t } = useTranslation(["users", "layout"]);
  const people = useQuery(heirsQuery(projectId)).data?.data ?? [];
  const form = useForm<Heirs>({ saved: { videos_to: null, keys_to: null } });
  const keys = useQuery(userKeysQuery(projectId, user.id));
  const remove = useAction(api.users.removeUser, {
    changes: [usersKey(projectId)],
    success: t("removed"),
    failure: t("notRemoved"),
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  const name = personName(user);
  const { videos_to: heir, keys_to: keysHeir } = form.values;
  return (
    <FormDialog
      danger
      title={t("removeTitle", { name })}
      submit={t("remove")}
      form={form}
      ready={keys.isSuccess}
      saving={remove.isPending}
      onSubmit={() =>
        remove.mutate({
          project_id: projectId,
          user_id: user.id,
          ...(heir === null ? {} : { videos_to: Number(heir) }),
          ...(keysHeir === null ? {} : { keys_to: Number(keysHeir) }),
        })
      }
      onClose={onClose}
    >
      <Text>
        {t("layout:confirmPermanently", { action: t("removeAction"), item: t("removeItem") })}{" "}
        {t("removeText", { name })}
      </Text>
      <Select
        label={t("videosTo")}
        clearable
        searchable
        placeholder={t("videosStay", { name })}
        data={people.flatMap((person) =>
          person.id === user.id ? [] : [{ value: String(person.id), label: personName(person) }],
        )}
        value={heir}
        error={form.error("videos_to")}
        onChange={(value) => form.edit({ videos_to: value })}
      />
      <KeysField
        keys={keys.data ?? []}
        heirs={people.filter(({ id }) => id !== user.id)}
        value={keysHeir}
        error={form.error("keys_to")}
        onChange={(value) => form.edit({ keys_to: value })}
      />
    </FormDialog>
  );
}
