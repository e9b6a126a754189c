import { Modal } from "@kinora/ui/floats.ts";
import { Box, Kbd, TextInput } from "@mantine/core";
import { IconArrowRight, IconChevronLeft, IconSearch } from "@tabler/icons-react";
import { useId, useState, type KeyboardEvent } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { matchingItems, pageActions, readTyped, type PaletteItem } from "./palette-items.ts";
import { usePalettePages } from "./palette-pages.tsx";
import { PaletteList } from "./PaletteList.tsx";
import { usePaletteSearch } from "./use-palette-search.tsx";
import styles from "./CommandPalette.module.css";

interface PaletteProps {
  opened: boolean;
  /** What was typed, some of it perhaps before the field was there. */
  typed: string;
  onTyped: (typed: string) => void;
  onClose: () => void;
}

/** Ctrl/Cmd-K: one field that finds every page, what the project holds, and what can be done on this page. */
export function CommandPalette({ opened, ...finder }: PaletteProps) {
  const { t } = useTranslation("layout");
  return (
    <Modal
      opened={opened}
      onClose={finder.onClose}
      withCloseButton={false}
      centered={false}
      size={600}
      padding={0}
      yOffset="12dvh"
      aria-label={t("palette")}
    >
      <Finder {...finder} />
    </Modal>
  );
}

function Finder({ typed, onTyped, onClose }: Omit<PaletteProps, "opened">) {
  const { t } = useTranslation(["palette", "layout"]);
  const id = useId();
  const { inside, enter, found, chosen, setChosen } = useFoundItems(typed);
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    item.run();
  };
  const move = (event: KeyboardEvent<HTMLInputElement>) => {
    const item = found[chosen];
    const atEnd = event.currentTarget.selectionStart === typed.length;
    if (event.key === "Enter") choose(item);
    else if (event.key === "ArrowDown") setChosen(Math.min(chosen + 1, found.length - 1));
    else if (event.key === "ArrowUp") setChosen(Math.max(chosen - 1, 0));
    else if (event.key === "ArrowRight" && !inside && atEnd && item?.actions) enter(item);
    else if ((event.key === "ArrowLeft" || event.key === "Backspace") && inside) enter(null);
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
        aria-activedescendant={found[chosen] ? `${id}-${found[chosen].key}` : undefined}
        aria-label={t("layout:palette")}
        placeholder={t("placeholder")}
        leftSection={<IconSearch size={16} stroke={1.6} />}
        className={styles["field"] ?? ""}
        variant="unstyled"
        value={typed}
        onKeyDown={move}
        onChange={(event) => {
          onTyped(event.currentTarget.value);
          enter(null);
        }}
      />
      {inside ? (
        <button type="button" className={styles["back"]} onClick={() => enter(null)}>
          <IconChevronLeft size={14} stroke={1.6} aria-hidden="true" />
          {t("actionsOf", { label: inside.label })}
        </button>
      ) : null}
      <PaletteList id={id} items={found} at={chosen} headed={!inside} onAt={setChosen} onChoose={choose} />
      {found.length === 0 ? (
        <Box component="p" py={20} px="md" ta="center" m={0} c="dimmed">
          {t("nothing", { text: readTyped(typed).text })}
        </Box>
      ) : null}
      <PaletteHints actions={!inside && found[chosen]?.actions !== undefined} />
    </>
  );
}

/** The items that what was typed leaves, which of them is chosen, and the item whose actions are shown instead. */
function useFoundItems(typed: string) {
  const { t } = useTranslation("palette");
  const [at, setAt] = useState(0);
  const [inside, setInside] = useState<PaletteItem | null>(null);
  // What the page offers is read as the palette opens: behind it, nothing changes.
  const [offered] = useState(pageActions);
  const everything = [...offered, ...usePalettePages(), ...usePaletteSearch(inside ? "" : typed)];
  const items = inside
    ? [{ key: "open", label: t("open"), group: "actions" as const, run: inside.run }, ...(inside.actions ?? [])]
    : everything;
  const found = inside ? items : matchingItems(items, typed);
  return {
    inside,
    enter(item: PaletteItem | null) {
      setInside(item);
      setAt(0);
    },
    found,
    chosen: Math.min(at, Math.max(0, found.length - 1)),
    setChosen: setAt,
  };
}

/** The keys of the palette, at its foot. */
function PaletteHints({ actions }: { actions: boolean }) {
  const { t } = useTranslation("palette");
  return (
    <p className={styles["hints"]} aria-hidden="true">
      <span>
        <Kbd size="xs">↵</Kbd> {t("hintChoose")}
      </span>
      <span data-off={!actions}>
        <Kbd size="xs">
          <IconArrowRight size={10} />
        </Kbd>{" "}
        {t("hintActions")}
      </span>
      <span>
        <Kbd size="xs">&gt;</Kbd> {t("hintOnlyActions")}
      </span>
      <span>
        <Kbd size="xs">#</Kbd> {t("hintTags")}
      </span>
    </p>
  );
}
