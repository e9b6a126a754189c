import { TAKEDOWN_REASON_MAX } from "@kinora/domain/videos/takedown.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Text, TextInput } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { installationVideosKey } from "./video-queries.ts";

interface PurgeDialogProps {
  video: { id: number; title: string };
  onDone?: () => void | Promise<void>;
  onClose: () => void;
}

/** Asks for the title of a video that is deleted for good, and why. */
export function PurgeDialog({ video: { id, title }, onDone, onClose }: PurgeDialogProps) {
  const { t } = useTranslation("installationVideos");
  const form = useForm({
    saved: { title: "", reason: "" },
    check: ({ reason }): Record<string, string> => (reason.trim() === "" ? { reason: t("reasonEmpty") } : {}),
  });
  const action = useAction(api.advanced.purgeInstallationVideo, {
    changes: [installationVideosKey],
    failure: t("notChanged"),
    async onDone() {
      onClose();
      await onDone?.();
    },
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      danger
      title={t("purgeTitle", { title })}
      submit={t("purge")}
      form={form}
      ready={form.values.title.trim() === title}
      saving={action.isPending}
      onSubmit={() => action.mutate({ video_id: id, title, reason: form.values.reason })}
      onClose={onClose}
    >
      <Text>{t("purgeText")}</Text>
      <TextInput
        label={t("reason")}
        description={t("reasonText")}
        required
        maxLength={TAKEDOWN_REASON_MAX}
        data-autofocus
        {...form.text("reason")}
      />
      <TextInput label={t("typeTitle", { title })} autoComplete="off" {...form.text("title")} />
    </FormDialog>
  );
}
