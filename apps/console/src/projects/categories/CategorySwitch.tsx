import { Switch } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { categoriesKey, type Category } from "../queries.ts";

/** Whether a category is offered for videos; changed at once. */
export function CategorySwitch({
  category,
  projectId,
  disabled,
}: {
  category: Category;
  projectId: number;
  disabled: boolean;
}) {
  const { t } = useTranslation("projects");
  const status = useAction(api.categories.setCategoryStatus, {
    changes: [categoriesKey(projectId)],
    config: true,
    failure: t("categoryStatusNotChanged"),
  });
  // While the answer is on its way the switch shows what was asked for.
  const active = status.isPending ? status.variables.active : category.active;
  return (
    <Switch
      aria-label={t("categoryStatus", { name: category.name })}
      checked={active}
      disabled={disabled}
      onChange={(event) => status.mutate({ id: category.id, active: event.currentTarget.checked })}
    />
  );
}
