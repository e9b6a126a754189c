import { TAKEDOWN_MESSAGE, TAKEDOWN_MESSAGE_MAX, TAKEDOWN_REASON_MAX } from "@kinora/domain/videos/takedown.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Text, TextInput } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { installationVideosKey } from "./video-queries.ts";

interface TakeDownDialogProps {
  video: { id: number; title: string };
  onClose: () => void;
}

/** Asks why a video is taken down, and what viewers read instead of it. */
export function TakeDownDialog({ video: { id, title }, onClose }: TakeDownDialogProps) {
  const { t } = useTranslation("installationVideos");
  const form = useForm({
    saved: { reason: "", message: TAKEDOWN_MESSAGE as string },
    check: ({ reason, message }): Record<string, string> => ({
      ...(reason.trim() === "" ? { reason: t("reasonEmpty") } : {}),
      ...(message.trim() === "" ? { message: t("messageEmpty") } : {}),
    }),
  });
  const action = useAction(api.advanced.takeDownVideo, {
    changes: [installationVideosKey],
    failure: t("notChanged"),
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      danger
      title={t("takeDownTitle", { title })}
      submit={t("takeDown")}
      form={form}
      saving={action.isPending}
      onSubmit={() => action.mutate({ video_id: id, ...form.values })}
      onClose={onClose}
    >
      <Text>{t("takeDownText")}</Text>
      <TextInput
        label={t("reason")}
        description={t("reasonText")}
        required
        maxLength={TAKEDOWN_REASON_MAX}
        data-autofocus
        {...form.text("reason")}
      />
      <TextInput
        label={t("message")}
        description={t("messageText")}
        required
        maxLength={TAKEDOWN_MESSAGE_MAX}
        {...form.text("message")}
      />
    </FormDialog>
  );
}
