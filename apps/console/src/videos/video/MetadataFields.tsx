import { METADATA_KEY_MAX, METADATA_MAX, METADATA_VALUE_MAX } from "@kinora/domain/videos/video-details.ts";
import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "../../platform/i18n.ts";
import styles from "./VideoDetail.module.css";

export interface Pair {
  key: string;
  value: string;
}

interface MetadataFieldsProps {
  pairs: readonly Pair[];
  readOnly: boolean;
  /** A message by place, such as `metadata.1.key`. */
  errorAt: (field: string) => string | undefined;
  onChange: (pairs: Pair[]) => void;
}

/** The keys and values a video's owner keeps with it. */
export function MetadataFields({ pairs, readOnly, errorAt, onChange }: MetadataFieldsProps) {
  const { t } = useTranslation("video");
  const edit = (index: number, change: Partial<Pair>) =>
    onChange(pairs.map((pair, at) => (at === index ? { ...pair, ...change } : pair)));
  return (
    <SettingRow label={t("metadata")}>
      <div className={styles["pairs"]}>
        {pairs.map((pair, index) => (
          <div key={index} className={styles["pair"]}>
            <TextInput
              aria-label={t("metadataKeyOf", { number: index + 1 })}
              placeholder={t("metadataKey")}
              maxLength={METADATA_KEY_MAX}
              readOnly={readOnly}
              value={pair.key}
              error={errorAt(`metadata.${index}.key`)}
              onChange={(event) => edit(index, { key: event.currentTarget.value })}
            />
            <TextInput
              aria-label={t("metadataValueOf", { number: index + 1 })}
              placeholder={t("metadataValue")}
              maxLength={METADATA_VALUE_MAX}
              readOnly={readOnly}
              value={pair.value}
              error={errorAt(`metadata.${index}.value`)}
              onChange={(event) => edit(index, { value: event.currentTarget.value })}
            />
            {readOnly ? null : (
              <ActionIcon
                aria-label={t("removePair", { number: index + 1 })}
                onClick={() => onChange(pairs.filter((_, at) => at !== index))}
              >
                <IconTrash size={16} stroke={1.6} />
              </ActionIcon>
            )}
          </div>
        ))}
        {readOnly || pairs.length >= METADATA_MAX ? null : (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.6} />}
            onClick={() => onChange([...pairs, { key: "", value: "" }])}
          >
            {t("addPair")}
          </Button>
        )}
      </div>
    </SettingRow>
  );
}
