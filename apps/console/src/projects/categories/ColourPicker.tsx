import { CATEGORY_COLOURS, type CategoryColour } from "@kinora/domain/videos/category-colours.ts";
import { Popover } from "@mantine/core";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { categoriesKey, type Category } from "../queries.ts";
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
  const [opened, setOpened] = useState(false);
  const save = useAction(api.categories.colourCategory, {
    changes: [categoriesKey(projectId)],
    failure: t("categoryNotEdited"),
  });
  const shown = save.isPending ? save.variables.colour : category.colour;
  if (disabled) return <span className={styles["dot"]} data-colour={shown} aria-hidden="true" />;
  const choose = (colour: CategoryColour) => {
    setOpened(false);
    if (colour !== category.colour) save.mutate({ id: category.id, colour });
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={styles["swatch"]}
          aria-label={t("colourOf", { name: category.name, colour: t(`colour_${shown}`) })}
          onClick={() => setOpened(!opened)}
        >
          <span className={styles["dot"]} data-colour={shown} />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label={t("colour")}>
        <div className={styles["palette"]}>
          {CATEGORY_COLOURS.map((colour) => (
            <button
              key={colour}
              type="button"
              className={styles["swatch"]}
              aria-label={t(`colour_${colour}`)}
              aria-pressed={colour === shown}
              onClick={() => choose(colour)}
            >
              <span className={styles["dot"]} data-colour={colour} />
            </button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
