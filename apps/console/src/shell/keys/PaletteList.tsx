import { Box } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import type { PaletteGroup, PaletteItem } from "./palette-items.ts";
import styles from "./CommandPalette.module.css";

interface PaletteListProps {
  id: string;
  items: readonly PaletteItem[];
  /** The place of the item that Enter chooses. */
  at: number;
  /** Whether each group has its name above it. */
  headed: boolean;
  onAt: (at: number) => void;
  onChoose: (item: PaletteItem) => void;
}

/** The items found, group by group. */
export function PaletteList({ id, items, at, headed, onAt, onChoose }: PaletteListProps) {
  const { t } = useTranslation(["palette", "layout"]);
  return (
    <div id={`${id}-list`} role="listbox" aria-label={t("layout:palette")} className={styles["list"]}>
      {groupsOf(items).map(({ group, members }) => (
        <div key={group} role="group" aria-label={t(`group_${group}`)}>
          {headed ? (
            <Box component="p" className="note" fw={500} pt="xs" pb={4} px={10} aria-hidden="true">
              {t(`group_${group}`)}
            </Box>
          ) : null}
          {members.map(({ item, index }) => (
            <button
              type="button"
              key={item.key}
              id={`${id}-${item.key}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={styles["item"]}
              ref={index === at ? scrollIntoSight : undefined}
              onMouseMove={() => onAt(index)}
              onClick={() => onChoose(item)}
            >
              <span className={styles["icon"]}>{item.icon}</span>
              <Box component="bdi" className="truncate" flex={1}>
                {item.label}
              </Box>
              {item.detail === undefined ? null : <span className={styles["detail"]}>{item.detail}</span>}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

function groupsOf(items: readonly PaletteItem[]) {
  const groups = new Map<PaletteGroup, { item: PaletteItem; index: number }[]>();
  for (const [index, item] of items.entries())
    groups.set(item.group, [...(groups.get(item.group) ?? []), { item, index }]);
  return [...groups].map(([group, members]) => ({ group, members }));
}

const scrollIntoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });
