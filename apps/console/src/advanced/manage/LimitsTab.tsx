import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingsForm } from "@kinora/ui/kit/forms/SettingsForm.tsx";
import { inUnit } from "@kinora/ui/kit/forms/unit.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { TextInput } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { bytesOfLimit, countOfLimit, typedBytes, typedCount } from "./limit-fields.ts";
import { installationKey, type Installation } from "./manage-queries.ts";
import { WithInstallation } from "./WithInstallation.tsx";

/** What uploads of every account are limited to. */
export const LimitsTab = () => <WithInstallation>{(saved) => <LimitsForm saved={saved} />}</WithInstallation>;

function LimitsForm({ saved: { limits } }: { saved: Installation }) {
  const { t } = useTranslation("manage");
  const form = useForm({
    saved: { upload_bytes: typedBytes(limits.upload_bytes), open_uploads: typedCount(limits.open_uploads) },
    check: ({ upload_bytes: bytes, open_uploads: uploads }): Record<string, string> => ({
      ...(bytesOfLimit(bytes) === undefined ? { upload_bytes: t("uploadLimitWrong") } : {}),
      ...(countOfLimit(uploads) === undefined ? { open_uploads: t("openUploadsWrong") } : {}),
    }),
  });
  const save = useAction(api.advanced.saveLimits, {
    changes: [installationKey],
    config: true,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  const { upload_bytes: bytes, open_uploads: uploads } = form.values;
  return (
    <SettingsForm
      form={form}
      saving={save.isPending}
      onSave={() =>
        save.mutate({ upload_bytes: bytesOfLimit(bytes) ?? null, open_uploads: countOfLimit(uploads) ?? null })
      }
    >
      <SettingGroup title={t("limits")} text={t("limitsText")}>
        <TextInput
          label={t("uploadLimit")}
          description={t("uploadLimitHint")}
          {...inUnit("GB")}
          {...form.text("upload_bytes")}
        />
        <TextInput
          label={t("openUploads")}
          description={t("openUploadsHint")}
          inputMode="numeric"
          {...form.text("open_uploads")}
        />
      </SettingGroup>
    </SettingsForm>
  );
}
