import { REASON_MAX } from "@kinora/domain/people/installation.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { personName } from "@kinora/ui/kit/people.ts";
import { Switch, Text, TextInput } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { leave } from "../../platform/departures.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { storePlace } from "../../platform/stored-state.ts";
import { useAction } from "../../platform/use-action.ts";
import type { InstallationPerson } from "../queries.ts";

interface ActAsDialogProps {
  person: InstallationPerson;
  onClose: () => void;
}

/** Asks why a superuser acts as a person, and whether they may change anything. */
export function ActAsDialog({ person, onClose }: ActAsDialogProps) {
  const { t } = useTranslation("advanced");
  const form = useForm({
    saved: { reason: "", writes: false },
    check: ({ reason }): Record<string, string> => (reason.trim() === "" ? { reason: t("reasonEmpty") } : {}),
  });
  const { values } = form;
  const start = useAction(
    () => {
      const whom = { user_id: person.id, reason: values.reason.trim() };
      return values.writes ? api.session.actAsPersonWriting(whom) : api.session.actAsPerson(whom);
    },
    {
      changes: [],
      silent: true,
      failure: t("actAsFailed"),
      // What was read as the superuser is not shown to the person; the person has other projects.
      onDone: () => {
        storePlace(null, null);
        return leave("/dashboard");
      },
      onProblem: ({ fields }) => form.refuse(fields),
    },
  );
  return (
    <FormDialog
      title={t("actAsTitle", { name: personName(person) })}
      submit={t("actAs")}
      form={form}
      saving={start.isPending}
      onSubmit={() => start.mutate(undefined)}
      onClose={onClose}
    >
      <Text>{t("actAsText")}</Text>
      <TextInput label={t("reason")} required maxLength={REASON_MAX} data-autofocus {...form.text("reason")} />
      <Switch
        label={t("actAsWriting")}
        description={t("actAsWritingText")}
        checked={values.writes}
        onChange={(event) => form.edit({ writes: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}
