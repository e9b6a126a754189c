import { CATEGORY_NAME_MAX, CATEGORY_SLUG_MAX } from "@kinora/domain/categories.ts";
import { Button, TextInput } from "@mantine/core";
import { useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { fieldMessage } from "../platform/problem.ts";
import { categoriesKey, type Category } from "./queries.ts";
import { useSettingsCall } from "./useSettingsCall.ts";
import styles from "./SettingsTable.module.css";

type Errors = Partial<Record<"name" | "slug", string>>;

/** A category's row while its name and slug are edited in place: Enter saves, Escape leaves it as it was. */
export function CategoryEditRow({
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
  const save = useSettingsCall({
    call: api.categories.updateCategory,
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
    if (save.isPending) return;
    if (name.trim() === "") return setErrors({ name: t("categoryNameEmpty") });
    if (name === category.name && slug === category.slug) return onClose();
    save.mutate({ id: category.id, name, ...(slug === category.slug ? {} : { slug }) });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
    if (event.key !== "Enter") return;
    event.preventDefault();
    submit();
  };
  return (
    <tr className={styles["editRow"]}>
      <td />
      <td colSpan={7}>
        <div className={styles["inline"]}>
          <TextInput
            aria-label={t("categoryName")}
            autoFocus
            maxLength={CATEGORY_NAME_MAX}
            value={name}
            error={errors.name}
            onKeyDown={press}
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
            onKeyDown={press}
            onChange={(event) => {
              setSlug(event.currentTarget.value.toLowerCase());
              setErrors({});
            }}
          />
          <Button loading={save.isPending} onClick={submit}>
            {t("save")}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
        </div>
      </td>
    </tr>
  );
}
