import { addressesIn, INVITATION_MESSAGE_MAX } from "@kinora/domain/people/invitations.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Checkbox, Text, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useAction } from "../../platform/use-action.ts";
import { invitationsKey, rolesQuery } from "../queries.ts";
import styles from "./InviteDialog.module.css";

interface InviteFields {
  emails: string;
  role_id: string | null;
  project_ids: string[];
  message: string;
}

type Refused = Awaited<ReturnType<typeof api.users.inviteUsers>>["refused"];

const EMPTY: InviteFields = { emails: "", role_id: null, project_ids: [], message: "" };

interface InviteDialogProps {
  opened: boolean;
  onClose: () => void;
  projectId: number;
}

/** Invites people by their addresses, in a role explained in words, to this project and others of the account. */
export function InviteDialog(props: InviteDialogProps) {
  return props.opened ? <OpenDialog {...props} /> : null;
}

/** Sends the invitations; who is left out stays in the field, with the reason. */
function useInvite(projectId: number, form: Form<InviteFields>, onClose: () => void) {
  const [refused, setRefused] = useState<Refused>([]);
  const invite = useAction(api.users.inviteUsers, {
    changes: [invitationsKey(projectId)],
    onDone({ refused: left }) {
      if (left.length === 0) return onClose();
      setRefused(left);
      form.edit({ emails: [...new Set(left.map(({ email }) => email))].join("\n") });
    },
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return { invite, refused };
}

function OpenDialog({ onClose, projectId }: InviteDialogProps) {
  const { t } = useTranslation("users");
  const project = useStore(session, ({ config }) => config?.projects.find(({ id }) => id === projectId)?.name ?? "");
  const form = useForm({
    saved: EMPTY,
    check: ({ emails, role_id: roleId }) => ({
      ...(addressesIn(emails).length === 0 ? { emails: t("emailEmpty") } : {}),
      ...(roleId === null ? { role_id: t("roleEmpty") } : {}),
    }),
  });
  const { invite, refused } = useInvite(projectId, form, onClose);
  const { emails, role_id: roleId, project_ids: projectIds, message } = form.values;
  return (
    <FormDialog
      title={t("inviteTitle", { project })}
      submit={t("send")}
      form={form}
      saving={invite.isPending}
      onSubmit={() =>
        invite.mutate({
          project_id: projectId,
          emails: addressesIn(emails),
          role_id: Number(roleId),
          project_ids: projectIds.map(Number),
          message: message.trim(),
        })
      }
      onClose={onClose}
    >
      <Text c="dimmed">{t("inviteText")}</Text>
      <RefusedList refused={refused} />
      <Textarea
        label={t("emails")}
        description={t("emailsText")}
        required
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        autoComplete="off"
        spellCheck={false}
        {...form.text("emails")}
      />
      <PlaceFields projectId={projectId} form={form} />
      <Textarea
        label={t("message")}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={INVITATION_MESSAGE_MAX}
        {...form.text("message")}
      />
    </FormDialog>
  );
}

/** The role, explained in words, and further projects of the account. */
function PlaceFields({ projectId, form }: { projectId: number; form: Form<InviteFields> }) {
  const { t } = useTranslation("users");
  const projects = useStore(session, ({ config }) => config?.projects);
  const roles = useQuery(rolesQuery(projectId));
  const { role_id: roleId, project_ids: projectIds } = form.values;
  const others = (projects ?? []).filter(({ id }) => id !== projectId);
  return (
    <>
      <Select
        label={t("role")}
        required
        value={roleId}
        error={form.error("role_id")}
        data={(roles.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
        description={roles.data?.find(({ id }) => String(id) === roleId)?.description}
        onChange={(value) => form.edit({ role_id: value })}
      />
      {others.length > 0 ? (
        <Checkbox.Group
          label={t("furtherProjects")}
          value={projectIds}
          error={form.error("project_ids")}
          onChange={(chosen) => form.edit({ project_ids: chosen })}
        >
          <div className={styles["projects"]}>
            {others.map(({ id, name }) => (
              <Checkbox key={id} value={String(id)} label={name} />
            ))}
          </div>
        </Checkbox.Group>
      ) : null}
    </>
  );
}

/** Who was left out, and why. */
function RefusedList({ refused }: { refused: Refused }) {
  const { t } = useTranslation("users");
  const projects = useStore(session, ({ config }) => config?.projects);
  if (refused.length === 0) return null;
  return (
    <section role="status" aria-label={t("leftOut")} className={styles["leftOut"]}>
      <strong>{t("leftOut")}</strong>
      {refused.map(({ email, project_id: id, message }) => (
        <div key={`${email} ${id}`}>
          {email} ({projects?.find((project) => project.id === id)?.name}): {message}
        </div>
      ))}
    </section>
  );
}
