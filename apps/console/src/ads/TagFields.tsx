import { AD_MACROS } from "@kinora/domain/ads/ad-macros.ts";
import { AD_TAGS_MAX } from "@kinora/domain/ads/ad-settings.ts";
import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import { ActionIcon, Button, Group, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useTranslation } from "../platform/i18n.ts";
import styles from "./Ads.module.css";

interface TagFieldsProps {
  tags: readonly string[];
  /** The message at a tag, by its index. */
  errorAt: (index: number) => string | undefined;
  readOnly: boolean;
  onChange: (tags: string[]) => void;
}

/** A tag, its macros, and the tags that are requested in its place when it has no ad. */
export function TagFields(props: TagFieldsProps) {
  const { tags, errorAt, readOnly, onChange } = props;
  const { t } = useTranslation("ads");
  const [first = "", ...fallbacks] = tags;
  return (
    <>
      <TextInput
        label={t("adTag")}
        description={t("adTagHint")}
        placeholder="https://ads.example.com/vast?cb={cachebuster}"
        classNames={{ input: "mono" }}
        spellCheck={false}
        readOnly={readOnly}
        value={first}
        error={errorAt(0)}
        onChange={({ currentTarget }) => onChange([currentTarget.value, ...fallbacks])}
      />
      <FallbackFields {...props} />
      {readOnly ? null : <TagAdditions tags={tags} onChange={onChange} />}
    </>
  );
}

/** The tags after the first, each with its own way out. */
function FallbackFields({ tags: [first = "", ...fallbacks], errorAt, readOnly, onChange }: TagFieldsProps) {
  const { t } = useTranslation("ads");
  // Fallbacks have nothing but their place in the order.
  const named = fallbacks.map((tag, index) => ({ tag, index, name: t("fallback", { number: index + 1 }) }));
  return named.map(({ tag, name, index }) => (
    <TextInput
      key={name}
      label={name}
      description={t("fallbackHint")}
      classNames={{ input: "mono" }}
      spellCheck={false}
      readOnly={readOnly}
      value={tag}
      error={errorAt(index + 1)}
      onChange={({ currentTarget: { value } }) =>
        onChange([first, ...fallbacks.map((each, at) => (at === index ? value : each))])
      }
      rightSection={
        readOnly ? null : (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("removeFallback", { number: index + 1 })}
            onClick={() => onChange([first, ...fallbacks.filter((_, at) => at !== index)])}
          >
            <IconX size={16} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        )
      }
    />
  ));
}

/** What can be added: a macro at the end of the first tag, and one more fallback. */
function TagAdditions({ tags, onChange }: Pick<TagFieldsProps, "tags" | "onChange">) {
  const { t } = useTranslation("ads");
  const [first = "", ...fallbacks] = tags;
  return (
    <SettingRow label={t("macros")} hint={t("macrosHint")}>
      <Group gap={6} align="stretch">
        {AD_MACROS.map((macro) => (
          <button
            key={macro}
            type="button"
            className={styles["chip"]}
            onClick={() => onChange([`${first}${first.includes("?") ? "&" : "?"}${macro}={${macro}}`, ...fallbacks])}
          >
            {`{${macro}}`}
          </button>
        ))}
        {tags.length < AD_TAGS_MAX ? (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}
            onClick={() => onChange([first, ...fallbacks, ""])}
          >
            {t("addFallback")}
          </Button>
        ) : null}
      </Group>
    </SettingRow>
  );
}
