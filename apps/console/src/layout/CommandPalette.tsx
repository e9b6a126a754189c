import { Modal, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useId, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { matchingItems, type PaletteItem } from "./paletteItems.ts";
import styles from "./CommandPalette.module.css";

/** Ctrl/Cmd-K: one field that finds every page and what can be done on this one. */
export function CommandPalette({
  opened,
  items,
  typed,
  onTyped,
  onClose,
}: {
  opened: boolean;
  items: readonly PaletteItem[];
  /** What was typed, some of it perhaps before the field was there. */
  typed: string;
  onTyped: (typed: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("layout");
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      size={520}
      padding={0}
      yOffset="12dvh"
      aria-label={t("palette")}
    >
      <Finder items={items} typed={typed} onTyped={onTyped} onClose={onClose} />
    </Modal>
  );
}

interface FinderProps {
  items: readonly PaletteItem[];
  typed: string;
  onTyped: (typed: string) => void;
  onClose: () => void;
}

function Finder({ items, typed, onTyped, onClose }: FinderProps) {
  const { t } = useTranslation("layout");
  const id = useId();
  const [at, setAt] = useState(0);
  const found = matchingItems(items, typed);
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    item.run();
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === "Enter") choose(found[at]);
    else if (event.key === "ArrowDown") setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        data-autofocus
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found[at] ? `${id}-${found[at].key}` : undefined}
        aria-label={t("palette")}
        placeholder={t("palettePlaceholder")}
        leftSection={<IconSearch size={16} stroke={1.6} />}
        className={styles["field"] ?? ""}
        variant="unstyled"
        value={typed}
        onKeyDown={move}
        onChange={(event) => {
          onTyped(event.currentTarget.value);
          setAt(0);
        }}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t("palette")} className={styles["list"]}>
        {found.map((item, index) => (
          <button
            type="button"
            key={item.key}
            id={`${id}-${item.key}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={styles["item"]}
            ref={index === at ? scrollIntoSight : undefined}
            onMouseMove={() => setAt(index)}
            onClick={() => choose(item)}
          >
            <span className="truncate">{item.label}</span>
            <span className={styles["group"]}>{item.group}</span>
          </button>
        ))}
      </div>
      {found.length === 0 ? <p className={styles["none"]}>{t("paletteNothing")}</p> : null}
    </>
  );
}

const scrollIntoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });
