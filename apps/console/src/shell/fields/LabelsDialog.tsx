import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { loadCategories, loadTags } from "../../platform/label-options.ts";
import { Autocomplete } from "./Autocomplete.tsx";
import type { AutocompleteOption } from "./use-autocomplete.ts";

/** What is done to the category or the tags of several things. */
export type LabelAction = "set_category" | "add_tags" | "remove_tags";

/** What was chosen for it; a category of null takes it away. */
export type ChosenLabels = { categoryId: number | null } | { tagIds: number[] };

interface LabelsDialogProps {
  title: string;
  opened?: boolean;
  projectId: number;
  action: LabelAction;
  /** What the server says of the last try. */
  error?: string | undefined;
  isSaving?: boolean;
  /** Something else was chosen. */
  onEdit?: () => void;
  onApply: (chosen: ChosenLabels) => void;
  onClose: () => void;
}

/** Asks which category or tags several things get or lose. */
export function LabelsDialog({ projectId, action, error, onEdit, onApply, ...dialog }: LabelsDialogProps) {
  const { t } = useTranslation("layout");
  const [category, setCategory] = useState<AutocompleteOption | null>(null);
  const [tags, setTags] = useState<readonly AutocompleteOption[]>([]);
  const [missing, setMissing] = useState(false);
  const submit = () => {
    if (action === "set_category") return onApply({ categoryId: category?.id ?? null });
    if (tags.length === 0) return setMissing(true);
    onApply({ tagIds: tags.map(({ id }) => id) });
  };
  const choose = (option: AutocompleteOption | null) => {
    setMissing(false);
    onEdit?.();
    if (action === "set_category") setCategory(option);
    else if (option) setTags([...tags, option]);
  };
  const problem = missing ? t("labelsChooseTags") : error;
  return (
    <FormDialog
      title={dialog.title}
      opened={dialog.opened ?? true}
      submit={t("labelsApply")}
      saving={dialog.isSaving ?? false}
      onSubmit={submit}
      onClose={dialog.onClose}
    >
      {action === "set_category" ? (
        <Autocomplete
          label={t("labelsCategory")}
          placeholder={t("labelsNoCategory")}
          value={category}
          error={problem}
          queryKey={["categories", projectId]}
          load={loadCategories(projectId)}
          onChange={choose}
        />
      ) : (
        <TagsChoice projectId={projectId} tags={tags} problem={problem} onAdd={choose} onChange={setTags} />
      )}
    </FormDialog>
  );
}

interface TagsChoiceProps {
  projectId: number;
  tags: readonly AutocompleteOption[];
  problem: string | undefined;
  onAdd: (option: AutocompleteOption | null) => void;
  onChange: (tags: readonly AutocompleteOption[]) => void;
}

/** Completes the names of tags; those that were chosen stand under the field, to be taken away again. */
function TagsChoice({ projectId, tags, problem, onAdd, onChange }: TagsChoiceProps) {
  const { t } = useTranslation("layout");
  return (
    <div>
      <Autocomplete
        key={tags.length}
        label={t("labelsTags")}
        placeholder={t("labelsAddTag")}
        value={null}
        error={problem}
        without={tags.map(({ id }) => id)}
        queryKey={["tags", projectId]}
        load={loadTags(projectId)}
        onChange={onAdd}
      />
      <Group gap={6} mt="xs">
        {tags.map(({ id, name }) => (
          <Button
            key={id}
            variant="default"
            size="compact-xs"
            aria-label={t("labelsRemoveTag", { name })}
            onClick={() => onChange(tags.filter((tag) => tag.id !== id))}
            dir="auto"
          >
            {name} ×
          </Button>
        ))}
      </Group>
    </div>
  );
}
