import { TRANSFER_DAYS } from "@kinora/domain/projects/transfers.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Text, TextInput } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { projectsKey } from "../../projects/list/project-queries.ts";
import type { ProjectDialogProps } from "../queries.ts";

/** Offers a project to an owner of another account, after saying what happens when it is accepted. */
export function TransferDialog({ accountId, project, onClose }: ProjectDialogProps) {
  const { t } = useTranslation("accounts");
  const form = useForm({
    saved: { email: "" },
    check: ({ email }): Record<string, string> => (email.trim() === "" ? { email: t("emailEmpty") } : {}),
  });
  const offer = useAction(api.projects.offerProject, {
    changes: [projectsKey(accountId)],
    failure: t("notOffered"),
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      danger
      size={520}
      title={t("transferTitle", { name: project.name })}
      submit={t("transferOffer")}
      form={form}
      saving={offer.isPending}
      onSubmit={() => offer.mutate({ id: project.id, email: form.values.email.trim() })}
      onClose={onClose}
    >
      <Text>{t("transferText", { days: TRANSFER_DAYS })}</Text>
      <Text>{t("transferThen")}</Text>
      <TextInput
        label={t("transferEmail")}
        type="email"
        required
        autoComplete="off"
        maxLength={254}
        data-autofocus
        {...form.text("email")}
      />
    </FormDialog>
  );
}
