import { PROFILE_NAME_MAX } from "@kinora/domain/restrictions/policy.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { profilesKey, type Draft } from "../queries.ts";

/** Asks for a new profile's name; its rules are set on its page. */
export function NewProfileDialog({
  projectId,
  draft,
  onClose,
}: {
  projectId: number;
  draft: Draft | null;
  onClose: () => void;
}) {
  return draft === null ? null : <OpenDialog key={draft.name} projectId={projectId} draft={draft} onClose={onClose} />;
}

function OpenDialog({ projectId, draft, onClose }: { projectId: number; draft: Draft; onClose: () => void }) {
  const { t } = useTranslation("restrictions");
  const navigate = useNavigate();
  const form = useForm({
    saved: { name: draft.name },
    check: ({ name }) => (name.trim() === "" ? { name: t("nameEmpty") } : {}),
  });
  const create = useAction(api.restrictions.createRestriction, {
    changes: [profilesKey(projectId)],
    failure: t("notSaved"),
    async onDone({ data }) {
      onClose();
      await navigate({ to: "/settings/restrictions/$profileId", params: { profileId: String(data.id) } });
    },
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      title={t("create")}
      submit={t("create")}
      form={form}
      saving={create.isPending}
      onSubmit={() =>
        create.mutate({ project_id: projectId, name: form.values.name, policy: draft.policy, message: "" })
      }
      onClose={onClose}
    >
      <TextInput label={t("name")} required maxLength={PROFILE_NAME_MAX} data-autofocus {...form.text("name")} />
    </FormDialog>
  );
}
