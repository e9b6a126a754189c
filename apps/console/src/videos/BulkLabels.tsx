import { Button, Group, Modal } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { Autocomplete } from "../layout/Autocomplete.tsx";
import type { AutocompleteOption } from "../layout/useAutocomplete.ts";
import { loadCategories, loadTags } from "./libraryQueries.ts";
import type { BulkOptions } from "./useBulk.ts";
import styles from "./Library.module.css";

export type LabelAction = "set_category" | "add_tags" | "remove_tags";

interface BulkLabelsProps {
  projectId: number;
  /** Null while nothing is asked. */
  action: LabelAction | null;
  onClose: () => void;
  onApply: (action: LabelAction, options: BulkOptions) => void;
}

/** Asks which category or tags many videos get or lose. */
export function BulkLabels({ projectId, action, onClose, onApply }: BulkLabelsProps) {
  const { t } = useTranslation(["library", "layout"]);
  const [shown, setShown] = useState<LabelAction>("set_category");
  const [category, setCategory] = useState<AutocompleteOption | null>(null);
  const [tags, setTags] = useState<readonly AutocompleteOption[]>([]);
  const [error, setError] = useState<string | null>(null);
  if (action !== null && action !== shown) {
    setShown(action);
    setTags([]);
    setCategory(null);
    setError(null);
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (shown === "set_category") return onApply(shown, { categoryId: category?.id ?? null });
    if (tags.length === 0) return setError(t("chooseTags"));
    onApply(shown, { tagIds: tags.map(({ id }) => id) });
  };
  return (
    <Modal
      opened={action !== null}
      onClose={onClose}
      title={t(`bulkTitle_${shown}`)}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      size={440}
    >
      <form onSubmit={submit} noValidate>
        {shown === "set_category" ? (
          <Autocomplete
            label={t("category")}
            placeholder={t("noCategory")}
            value={category}
            queryKey={["categories", projectId]}
            load={loadCategories(projectId)}
            onChange={setCategory}
          />
        ) : (
          <>
            <Autocomplete
              key={tags.length}
              label={t("tags")}
              placeholder={t("addTag")}
              value={null}
              without={tags.map(({ id }) => id)}
              queryKey={["tags", projectId]}
              load={loadTags(projectId)}
              error={error ?? undefined}
              onChange={(option) => {
                if (option) setTags([...tags, option]);
                setError(null);
              }}
            />
            <div className={styles["chips"]} style={{ marginTop: 8 }}>
              {tags.map(({ id, name }) => (
                <Button
                  key={id}
                  variant="default"
                  size="compact-xs"
                  aria-label={t("removeFilter", { filter: name })}
                  onClick={() => setTags(tags.filter((tag) => tag.id !== id))}
                >
                  {name} ×
                </Button>
              ))}
            </div>
          </>
        )}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("layout:cancel")}
          </Button>
          <Button type="submit">{t("apply")}</Button>
        </Group>
      </form>
    </Modal>
  );
}
