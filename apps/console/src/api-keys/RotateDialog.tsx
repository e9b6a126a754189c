import { OVERLAP_DAYS_MAX } from "@kinora/domain/api-keys/limits.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { apiKeysKey, type ApiKey, type ShownSecret } from "./queries.ts";

const DAYS = Array.from({ length: OVERLAP_DAYS_MAX + 1 }, (_, days) => days);

interface RotateDialogProps {
  projectId: number;
  /** The key that gets a new secret; null closes the dialog. */
  rotated: ApiKey | null;
  onSecret: (shown: ShownSecret) => void;
  onClose: () => void;
}

/** Asks how long the old secret of a key works beside its new one. */
export function RotateDialog({ projectId, rotated, onSecret, onClose }: RotateDialogProps) {
  const { t } = useTranslation("apiKeys");
  const [days, setDays] = useState(1);
  const rotate = useAction(api.apiKeys.rotateApiKey, {
    changes: [apiKeysKey(projectId)],
    failure: t("notChanged"),
    onDone({ data, secret }) {
      onClose();
      onSecret({ key: data, secret });
    },
  });
  if (rotated === null) return null;
  return (
    <FormDialog
      title={t("rotateTitle", { name: rotated.name })}
      submit={t("rotate")}
      saving={rotate.isPending}
      onSubmit={() => rotate.mutate({ project_id: projectId, id: rotated.id, valid_days: days })}
      onClose={onClose}
    >
      <Text>{t("rotateText")}</Text>
      <Select
        label={t("overlap")}
        allowDeselect={false}
        data={DAYS.map((count) => ({
          value: String(count),
          label: count === 0 ? t("overlap_0") : t("overlapDays", { count }),
        }))}
        value={String(days)}
        onChange={(value) => setDays(Number(value))}
      />
    </FormDialog>
  );
}
