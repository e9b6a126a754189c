import { SLOTS_MAX } from "@kinora/domain/operations/queue.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { TextInput } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { queueKey, type Worker } from "./queue-queries.ts";

/** How many media jobs each worker of a name runs side by side. */
export function SlotsDialog({ worker, onClose }: { worker: Worker; onClose: () => void }) {
  const { t } = useTranslation("transcoding");
  const form = useForm({
    saved: { slots: worker.slots_chosen ? String(worker.slots) : "" },
    check: ({ slots }): Record<string, string> =>
      isSlots(slots.trim()) ? {} : { slots: t("slotsWrong", { maximum: SLOTS_MAX }) },
  });
  const save = useAction(api.advanced.setWorkerSlots, {
    changes: [queueKey],
    failure: t("workerNotChanged"),
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  const typed = form.values.slots.trim();
  return (
    <FormDialog
      title={t("slotsTitle", { name: worker.name })}
      submit={t("save")}
      form={form}
      saving={save.isPending}
      onSubmit={() => save.mutate({ worker_name: worker.name, slots: typed === "" ? null : Number(typed) })}
      onClose={onClose}
    >
      <TextInput
        label={t("slotsLabel")}
        description={t("slotsText")}
        inputMode="numeric"
        data-autofocus
        {...form.text("slots")}
      />
    </FormDialog>
  );
}

const isSlots = (typed: string): boolean =>
  typed === "" || (/^\d{1,2}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= SLOTS_MAX);
