import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { personName } from "@kinora/ui/kit/people.ts";
import { Button, Group, Modal, Select, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { FailureList } from "../../shell/lists/FailureList.tsx";
import { rolesQuery, usersQuery, type ProjectUser } from "../queries.ts";
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
    saved: { role_id: null, reason: "", videos_to: null },
    check: (fields): Record<string, string> => ({
      ...(action === "role" && fields.role_id === null ? { role_id: t("roleEmpty") } : {}),
      ...(action === "block" && fields.reason.trim() === "" ? { reason: t("reasonEmpty") } : {}),
    }),
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
      ready={people.length > 0}
      aside={change.isPending ? <Text role="status">{t("bulkProgress", { done, of: people.length })}</Text> : null}
      onSubmit={() => change.mutate({ people, fields: form.values })}
      onClose={onClose}
    >
      <Text>
        {t(`bulkText_${action}`)} {people.length < chosen.length ? t("bulkLeftOut") : ""}
      </Text>
      <Fields projectId={projectId} action={action} form={form} leaving={people} />
    </FormDialog>
  );
}

/** What is asked for an action. */
function Fields({
  projectId,
  action,
  form,
  leaving,
}: {
  projectId: number;
  action: BulkAction;
  form: Form<BulkFields>;
  leaving: readonly ProjectUser[];
}) {
  const { t } = useTranslation("users");
  const roles = useQuery({ ...rolesQuery(projectId), enabled: action === "role" }).data ?? [];
  const active = useQuery({
    ...usersQuery(projectId, { page: 1, per_page: 100, status: "active" }),
    enabled: action === "remove",
  });
  if (action === "block")
    return <TextInput label={t("reason")} required maxLength={200} data-autofocus {...form.text("reason")} />;
  if (action === "role")
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
  const staying = (active.data?.data ?? []).filter(({ id }) => leaving.every((one) => one.id !== id));
  return (
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
  );
}
