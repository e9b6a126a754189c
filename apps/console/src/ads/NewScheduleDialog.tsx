import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { TextInput } from "@mantine/core";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { adsKey, type NewSchedule } from "./queries.ts";

interface DialogProps {
  projectId: number;
  /** Characters of a name. */
  longest: number;
  onClose: () => void;
  onCreated: (id: number | null) => void;
}

/** Asks for a new schedule's name; its ads are set on the page. */
export function NewScheduleDialog({ draft, ...props }: DialogProps & { draft: NewSchedule | null }) {
  return draft === null ? null : <OpenDialog key={draft.name} draft={draft} {...props} />;
}

function OpenDialog({ projectId, draft, longest, onClose, onCreated }: DialogProps & { draft: NewSchedule }) {
  const { t } = useTranslation("ads");
  const form = useForm({
    saved: { name: draft.name },
    check: ({ name }) => (name.trim() === "" ? { name: t("nameEmpty") } : {}),
  });
  const create = useAction(api.ads.createAdSchedule, {
    changes: [adsKey(projectId)],
    failure: t("notSaved"),
    onDone({ data }) {
      onClose();
      onCreated(data.id);
    },
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      title={t("newSchedule")}
      submit={t("create")}
      form={form}
      saving={create.isPending}
      onSubmit={() => create.mutate({ project_id: projectId, ...draft.settings, name: form.values.name })}
      onClose={onClose}
    >
      <TextInput label={t("name")} required maxLength={longest} data-autofocus {...form.text("name")} />
    </FormDialog>
  );
}
