import { HEADER_NAME_MAX, HEADER_VALUE_MAX, OWN_HEADERS_MAX } from "@kinora/domain/webhooks/own-headers.ts";
import { ActionIcon, Button, Input, Stack, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { newHeader, type HeaderField } from "./webhook-fields.ts";
import styles from "./Webhooks.module.css";

/** Headers that a webhook sends besides Kinora's. A value that is stored is not shown; left empty it stays. */
export function HeaderFields({
  headers,
  errorAt,
  error,
  onChange,
}: {
  headers: readonly HeaderField[];
  /** The message at a place, such as `headers.0.name`. */
  errorAt: (path: string) => string | undefined;
  error: string | undefined;
  onChange: (headers: HeaderField[]) => void;
}) {
  const { t } = useTranslation("webhooks");
  const id = useId();
  const set = (index: number, change: Partial<HeaderField>) =>
    onChange(headers.map((each, place) => (place === index ? { ...each, ...change } : each)));
  return (
    <Input.Wrapper
      label={t("ownHeaders")}
      description={t("headersHint")}
      error={error}
      labelElement="div"
      labelProps={{ id }}
    >
      <Stack role="group" aria-labelledby={id} gap="xs" align="flex-start" mt={6}>
        {headers.map((header, index) => (
          <HeaderRow
            key={header.id}
            header={header}
            errors={{
              name: errorAt(`headers.${String(index)}.name`),
              value: errorAt(`headers.${String(index)}.value`),
            }}
            onChange={(change) => set(index, change)}
            onRemove={() => onChange(headers.filter((_each, place) => place !== index))}
          />
        ))}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} stroke={1.6} />}
          disabled={headers.length >= OWN_HEADERS_MAX}
          onClick={() => onChange([...headers, newHeader()])}
        >
          {t("addHeader")}
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}

function HeaderRow({
  header: { name, value, stored },
  errors,
  onChange,
  onRemove,
}: {
  header: HeaderField;
  errors: { name: string | undefined; value: string | undefined };
  onChange: (change: Partial<HeaderField>) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation("webhooks");
  return (
    <div className={styles["header"]}>
      <TextInput
        aria-label={t("headerName")}
        placeholder="X-Source"
        maxLength={HEADER_NAME_MAX}
        spellCheck={false}
        classNames={{ input: "mono" }}
        value={name}
        error={errors.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value, stored: false })}
      />
      <TextInput
        aria-label={t("headerValue", { name: name || t("headerName") })}
        placeholder={stored ? t("headerKept") : ""}
        maxLength={HEADER_VALUE_MAX}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: "mono" }}
        value={value}
        error={errors.value}
        onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
      />
      <ActionIcon size={30} aria-label={t("removeName", { name: name || t("headerName") })} onClick={onRemove}>
        <IconX size={16} stroke={1.6} />
      </ActionIcon>
    </div>
  );
}
