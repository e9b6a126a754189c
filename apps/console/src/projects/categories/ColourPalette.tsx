import { CATEGORY_COLOURS, type CategoryColour } from "@kinora/domain/videos/category-colours.ts";
import { Popover } from "@kinora/ui/floats.ts";
import type { OpenedLater } from "@kinora/ui/kit/OpensLater.tsx";
import { cloneElement } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import styles from "./ColourPicker.module.css";

/** The colours that a category may have. */
export function ColourPalette({
  target,
  opened,
  onChange,
  shown,
  onChoose,
}: OpenedLater & { shown: CategoryColour; onChoose: (colour: CategoryColour) => void }) {
  const { t } = useTranslation("projects");
  const choose = (colour: CategoryColour) => {
    onChange(false);
    onChoose(colour);
  };
  return (
    <Popover opened={opened} onChange={onChange} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>{cloneElement(target, { onClick: () => onChange(!opened) })}</Popover.Target>
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
