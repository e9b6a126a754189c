import { splitTags, TAG_NAME_MAX, VIDEO_TAGS_MAX } from "@kinora/domain/tags.ts";
import { Input } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Autocomplete } from "../layout/Autocomplete.tsx";
import { useViewer } from "../layout/useViewer.ts";
import { loadCategories, loadTags } from "../platform/labelOptions.ts";
import type { StreamErrors, StreamFields } from "./streamFields.ts";
import styles from "./StreamForm.module.css";

/** A livestream's category and tags; who may manage tags adds names the project does not have. */
export function StreamLabels({
  projectId,
  fields,
  errors,
  readOnly,
  onEdit,
}: {
  projectId: number;
  fields: StreamFields;
  errors: StreamErrors;
  readOnly: boolean;
  onEdit: (change: Partial<StreamFields>) => void;
}) {
  const { t } = useTranslation("live");
  const { permissions } = useViewer();
  const listId = useId();
  const add = (text: string) => onEdit({ tags: splitTags([...fields.tags, text].join(",")) });
  return (
    <>
      <Autocomplete
        label={t("fieldCategory")}
        placeholder={t("noCategory")}
        disabled={readOnly}
        value={fields.category}
        error={errors["category_id"]}
        queryKey={["categories", projectId]}
        load={loadCategories(projectId)}
        onChange={(category) => onEdit({ category })}
      />
      <div className={styles["tags"]}>
        {readOnly ? (
          <Input.Label id={listId}>{t("fieldTags")}</Input.Label>
        ) : (
          <Autocomplete
            key={fields.tags.length}
            label={t("fieldTags")}
            placeholder={t("addTag")}
            description={permissions.tags_manage ? t("tagsHint") : undefined}
            disabled={fields.tags.length >= VIDEO_TAGS_MAX}
            // Several may be typed or pasted at once, with commas between them.
            maxLength={TAG_NAME_MAX * 20}
            value={null}
            error={errors["tags"]}
            queryKey={["tags", projectId]}
            load={loadTags(projectId)}
            create={
              permissions.tags_manage
                ? { label: (name) => t("addTagNamed", { name: splitTags(name).join(", ") }), run: add }
                : undefined
            }
            onChange={(tag) => tag && add(tag.name)}
          />
        )}
        {fields.tags.length === 0 ? null : (
          <ul className={styles["tagList"]} aria-label={t("tagsOfStream")}>
            {fields.tags.map((name) => (
              <li key={name} className={styles["tag"]}>
                {name}
                {readOnly ? null : (
                  <button
                    type="button"
                    className={styles["tagRemove"]}
                    aria-label={t("removeTag", { name })}
                    onClick={() => onEdit({ tags: fields.tags.filter((each) => each !== name) })}
                  >
                    <IconX size={12} stroke={1.8} aria-hidden="true" />
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
