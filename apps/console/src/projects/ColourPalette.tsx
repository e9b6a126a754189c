import { CATEGORY_COLOURS, type CategoryColour } from "@kinora/domain/categoryColours.ts";
import { Popover } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { MenuParts } from "../layout/MenuLater.tsx";
import styles from "./ColourPicker.module.css";

interface ColourSubject {
  shown: CategoryColour;
  onChoose: (colour: CategoryColour) => void;
}

/** The colours a category may have. */
export function ColourPalette({ subject, target, opened, onChange }: MenuParts & { subject: ColourSubject }) {
  const { t } = useTranslation("projects");
  return (
    <Popover opened={opened} onChange={onChange} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown p={6} aria-label={t("colour")}>
        <div className={styles["palette"]}>
          {CATEGORY_COLOURS.map((colour) => (
            <button
              key={colour}
              type="button"
              className={styles["swatch"]}
              aria-label={t(`colour_${colour}`)}
              aria-pressed={colour === subject.shown}
              onClick={() => {
                onChange(false);
                subject.onChoose(colour);
              }}
            >
              <span className={styles["dot"]} data-colour={colour} />
            </button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
