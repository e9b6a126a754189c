import { splitTags, TAG_NAME_MAX, VIDEO_TAGS_MAX } from "@kinora/domain/tags.ts";
import { Input } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Autocomplete } from "../layout/Autocomplete.tsx";
import { useViewer } from "../layout/useViewer.ts";
import { loadTags } from "../platform/labelOptions.ts";
import styles from "./VideoDetail.module.css";

interface TagsFieldProps {
  projectId: number;
  names: readonly string[];
  error: string | null;
  readOnly: boolean;
  onChange: (names: string[]) => void;
}

/** A video's tags: taken off one by one, added by their name; who may manage tags adds names the project does not have. */
export function TagsField({ projectId, names, error, readOnly, onChange }: TagsFieldProps) {
  const { t } = useTranslation("video");
  const { permissions } = useViewer();
  const listId = useId();
  const add = (text: string) => onChange(splitTags([...names, text].join(",")));
  return (
    <div className={styles["tags"]}>
      {readOnly ? (
        <Input.Label id={listId}>{t("tags")}</Input.Label>
      ) : (
        <Autocomplete
          key={names.length}
          label={t("tags")}
          placeholder={t("addTag")}
          description={permissions.tags_manage ? t("tagsHint") : undefined}
          disabled={names.length >= VIDEO_TAGS_MAX}
          // Several may be typed or pasted at once, with commas between them.
          maxLength={TAG_NAME_MAX * 20}
          value={null}
          error={error ?? undefined}
          queryKey={["tags", projectId]}
          load={loadTags(projectId)}
          create={
            permissions.tags_manage
              ? { label: (name) => t("addTagNamed", { name: splitTags(name).join(", ") }), run: add, atOnce: true }
              : undefined
          }
          onChange={(tag) => tag && add(tag.name)}
        />
      )}
      {names.length === 0 ? null : (
        <ul className={styles["chips"]} aria-label={t("tagsOfVideo")}>
          {names.map((name) => (
            <li key={name} className={styles["chip"]}>
              {name}
              {readOnly ? null : (
                <button
                  type="button"
                  className={styles["chipRemove"]}
                  aria-label={t("removeTag", { name })}
                  onClick={() => onChange(names.filter((each) => each !== name))}
                >
                  <IconX size={12} stroke={1.8} aria-hidden="true" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
