import type { CategoryColour } from "@kinora/domain/categoryColours.ts";
import { useTranslation } from "react-i18next";
import { MenuLater } from "../layout/MenuLater.tsx";
import { api } from "../platform/client.ts";
import { categoriesKey, type Category } from "./queries.ts";
import { useSettingsCall } from "./useSettingsCall.ts";
import styles from "./ColourPicker.module.css";

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
  const save = useSettingsCall({
    call: api.categories.colourCategory,
    changes: [categoriesKey(projectId)],
    failure: t("categoryNotEdited"),
  });
  const shown = save.isPending ? save.variables.colour : category.colour;
  if (disabled) return <span className={styles["dot"]} data-colour={shown} aria-hidden="true" />;
  const choose = (colour: CategoryColour) => {
    if (colour !== category.colour) save.mutate({ id: category.id, colour });
  };
  return (
    <MenuLater
      popup="dialog"
      subject={{ shown, onChoose: choose }}
      load={async () => (await import("./ColourPalette.tsx")).ColourPalette}
    >
      <button
        type="button"
        className={styles["swatch"]}
        aria-label={t("colourOf", { name: category.name, colour: t(`colour_${shown}`) })}
      >
        <span className={styles["dot"]} data-colour={shown} />
      </button>
    </MenuLater>
  );
}
