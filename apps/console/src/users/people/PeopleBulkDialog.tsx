import { Modal } from "@kinora/ui/floats.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { personName } from "@kinora/ui/kit/people.ts";
import { Button, Group, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { FailureList } from "../../shell/lists/FailureList.tsx";
import { KeysField } from "../leaving/KeysField.tsx";
import type { MadeKey } from "../leaving/leaving-queries.ts";
import { heirsQuery, keysOfPeopleQuery, rolesQuery, type ProjectUser } from "../queries.ts";
import { useBulkChange, type BulkAction, type BulkFields } from "./use-bulk-change.ts";

interface PeopleBulkDialogProps {
  projectId: number;
  /** As they were ticked when it opened. */
  people: readonly ProjectUser[];
  action: BulkAction;
  onDone: () => void;
  onClose: () => void;
}

/**
 * Gives several people a role, blocks or removes them, and says with whom it could not be done and why. Owners and the
 * person who does it are left out.
 */
export function PeopleBulkDialog({ projectId, people: begun, action, onDone, onClose }: PeopleBulkDialogProps) {
  const { t } = useTranslation(["users", "layout"]);
  const me = useStore(session, ({ user }) => user?.id ?? null);
  const [chosen] = useState(begun);
  const people = chosen.filter(({ id, owner }) => !owner && id !== me);
  const form = useForm<BulkFields>({
    saved: { role_id: null, reason: "", videos_to: null, keys_to: null },
    check: (fields): Record<string, string> => ({
      ...(action === "role" && fields.role_id === null ? { role_id: t("roleEmpty") } : {}),
      ...(action === "block" && fields.reason.trim() === "" ? { reason: t("reasonEmpty") } : {}),
    }),
  });
  const { role_id: roleId } = form.values;
  // Which keys a role takes is known once it is chosen.
  const keys = useQuery({
    ...keysOfPeopleQuery(
      projectId,
      people.map(({ id }) => id),
      action === "role" ? Number(roleId) : null,
    ),
    enabled: action !== "role" || roleId !== null,
  });
  const { change, done } = useBulkChange(projectId, action, (failures) => {
    if (failures.length === 0) onClose();
    onDone();
  });
  const title = t(`bulkTitle_${action}`, { count: people.length });
  if (change.data)
    return (
      <Modal opened onClose={onClose} title={title} closeButtonProps={{ "aria-label": t("layout:close") }} size={440}>
        <p role="status">{change.data.message}</p>
        <FailureList label={t("bulkFailed")} failures={change.data.failures} />
        <Group justify="flex-end" mt="lg">
          <Button onClick={onClose}>{t("layout:close")}</Button>
        </Group>
      </Modal>
    );
  return (
    <FormDialog
      danger={action !== "role"}
      title={title}
      submit={t(`bulk_${action}`)}
      form={form}
      saving={change.isPending}
      ready={people.length > 0 && (keys.isSuccess || !keys.isEnabled)}
      aside={change.isPending ? <Text role="status">{t("bulkProgress", { done, of: people.length })}</Text> : null}
      onSubmit={() => change.mutate({ people, fields: form.values })}
      onClose={onClose}
    >
      <Text>
        {t(`bulkText_${action}`)} {people.length < chosen.length ? t("bulkLeftOut") : ""}
      </Text>
      <Fields projectId={projectId} action={action} form={form} leaving={people} keys={keys.data ?? []} />
    </FormDialog>
  );
}

/** What is asked for an action. */
function Fields({
  projectId,
  action,
  form,
  leaving,
  keys,
}: {
  projectId: number;
  action: BulkAction;
  form: Form<BulkFields>;
  leaving: readonly ProjectUser[];
  keys: readonly MadeKey[];
}) {
  const { t } = useTranslation("users");
  const active = useQuery({ ...heirsQuery(projectId), enabled: action === "remove" || keys.length > 0 });
  const staying = (active.data?.data ?? []).filter(({ id }) => leaving.every((one) => one.id !== id));
  return (
    <>
      {action === "block" ? (
        <TextInput label={t("reason")} required maxLength={200} data-autofocus {...form.text("reason")} />
      ) : null}
      {action === "role" ? <RoleField projectId={projectId} form={form} /> : null}
      {action === "remove" ? (
        <Select
          label={t("videosTo")}
          clearable
          searchable
          placeholder={t("bulkVideosStay")}
          data={staying.map((person) => ({ value: String(person.id), label: personName(person) }))}
          value={form.values.videos_to}
          error={form.error("videos_to")}
          onChange={(value) => form.edit({ videos_to: value })}
        />
      ) : null}
      <KeysField
        keys={keys}
        heirs={staying}
        value={form.values.keys_to}
        error={form.error("keys_to")}
        onChange={(value) => form.edit({ keys_to: value })}
      />
    </>
  );
}

function RoleField({ projectId, form }: { projectId: number; form: Form<BulkFields> }) {
  const { t } = useTranslation("users");
  const roles = useQuery(rolesQuery(projectId)).data ?? [];
  return (
    <Select
      label={t("role")}
      required
      data-autofocus
      data={roles.map(({ id, title }) => ({ value: String(id), label: title }))}
      value={form.values.role_id}
      error={form.error("role_id")}
      onChange={(value) => form.edit({ role_id: value })}
    />
  );
}
