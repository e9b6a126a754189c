import type { CategoryColour } from "@kinora/domain/videos/category-colours.ts";
import { OpensLater } from "@kinora/ui/kit/OpensLater.tsx";
import { laterCode } from "@kinora/ui/later.ts";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { categoriesKey, type Category } from "../queries.ts";
import styles from "./ColourPicker.module.css";

const palette = laterCode(async () => (await import("./ColourPalette.tsx")).ColourPalette);

/** A category's colour; choosing another one saves it at once. */
export function ColourPicker({
  category,
  projectId,
  disabled,
}: {
  category: Category;
  projectId: number;
  disabled: boolean;
}) {
  const { t } = useTranslation("projects");
  const save = useAction(api.categories.colourCategory, {
    changes: [categoriesKey(projectId)],
    failure: t("categoryNotEdited"),
  });
  const shown = save.isPending ? save.variables.colour : category.colour;
  if (disabled) return <span className={styles["dot"]} data-colour={shown} aria-hidden="true" />;
  const choose = (colour: CategoryColour) => {
    if (colour !== category.colour) save.mutate({ id: category.id, colour });
  };
  return (
    <OpensLater code={palette} given={{ shown, onChoose: choose }} opens="dialog">
      <button
        type="button"
        className={styles["swatch"]}
        aria-label={t("colourOf", { name: category.name, colour: t(`colour_${shown}`) })}
      >
        <span className={styles["dot"]} data-colour={shown} />
      </button>
    </OpensLater>
  );
}
