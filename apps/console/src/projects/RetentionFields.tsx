import { Panel } from "@kinora/ui/Panel.tsx";
import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { SelectLater } from "../layout/SelectLater.tsx";
import type { FieldErrors, ProjectFields } from "./projectFields.ts";
import styles from "./Settings.module.css";

interface Props {
  fields: ProjectFields;
  errors: FieldErrors;
  readOnly: boolean;
  onEdit: (change: Partial<ProjectFields>) => void;
}

/** How long originals and deleted videos stay. */
export function RetentionFields({ fields, errors, readOnly, onEdit }: Props) {
  const { t } = useTranslation("projects");
  return (
    <Panel title={t("keeping")}>
      <div className={styles["fields"]}>
        <div className={styles["retention"]}>
          <SelectLater
            label={t("originals")}
            description={t("originalsHint")}
            allowDeselect={false}
            disabled={readOnly}
            data={[
              { value: "keep", label: t("originalsKeep") },
              { value: "delete", label: t("originalsDelete") },
            ]}
            value={fields.keep_originals ? "keep" : "delete"}
            onChange={(choice) => onEdit({ keep_originals: choice !== "delete" })}
          />
          {fields.keep_originals ? null : (
            <TextInput
              className={styles["days"] ?? ""}
              aria-label={t("originalsDays")}
              inputMode="numeric"
              readOnly={readOnly}
              rightSection={<span className="muted">{t("days")}</span>}
              rightSectionWidth={44}
              value={fields.source_retention_days}
              error={errors.source_retention_days}
              onChange={(event) => onEdit({ source_retention_days: event.currentTarget.value })}
            />
          )}
        </div>
        <TextInput
          label={t("trashDays")}
          description={t("trashHint")}
          name="trash_days"
          inputMode="numeric"
          readOnly={readOnly}
          value={fields.trash_days}
          error={errors.trash_days}
          onChange={(event) => onEdit({ trash_days: event.currentTarget.value })}
        />
      </div>
    </Panel>
  );
}
