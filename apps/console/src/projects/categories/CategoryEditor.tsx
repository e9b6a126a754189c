import { CATEGORY_NAME_MAX, CATEGORY_SLUG_MAX } from "@kinora/domain/videos/categories.ts";
import { InlineForm } from "@kinora/ui/kit/InlineForm.tsx";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { fieldMessage } from "../../platform/problem.ts";
import { useAction } from "../../platform/use-action.ts";
import { categoriesKey, type Category } from "../queries.ts";

type Errors = Partial<Record<"name" | "slug", string>>;

/** A category's row while its name and slug are edited in place: Enter saves, Escape leaves it as it was. */
export function CategoryEditor({
  category,
  projectId,
  onClose,
}: {
  category: Category;
  projectId: number;
  onClose: () => void;
}) {
  const { t } = useTranslation("projects");
  const [name, setName] = useState(category.name);
  const [slug, setSlug] = useState(category.slug);
  const [errors, setErrors] = useState<Errors>({});
  const save = useAction(api.categories.updateCategory, {
    changes: [categoriesKey(projectId)],
    config: true,
    failure: t("categoryNotEdited"),
    onDone: onClose,
    onProblem(problem) {
      const about = { name: fieldMessage(problem, "name"), slug: fieldMessage(problem, "slug") };
      setErrors({
        ...(about.name === null ? {} : { name: about.name }),
        ...(about.slug === null ? {} : { slug: about.slug }),
      });
      return about.name !== null || about.slug !== null;
    },
  });
  const submit = () => {
    if (name.trim() === "") return setErrors({ name: t("categoryNameEmpty") });
    if (name === category.name && slug === category.slug) return onClose();
    save.mutate({ id: category.id, name, ...(slug === category.slug ? {} : { slug }) });
  };
  return (
    <InlineForm save={t("save")} cancel={t("cancel")} saving={save.isPending} onSave={submit} onCancel={onClose}>
      <TextInput
        aria-label={t("categoryName")}
        autoFocus
        maxLength={CATEGORY_NAME_MAX}
        value={name}
        error={errors.name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setErrors({});
        }}
      />
      <TextInput
        aria-label={t("slug")}
        classNames={{ input: "mono" }}
        maxLength={CATEGORY_SLUG_MAX}
        value={slug}
        error={errors.slug}
        onChange={(event) => {
          setSlug(event.currentTarget.value.toLowerCase());
          setErrors({});
        }}
      />
    </InlineForm>
  );
}
