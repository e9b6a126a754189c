import { whenIdle } from "@kinora/ui/when-idle.ts";
import { ActionIcon, Kbd, UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { sidebarLinks } from "../frame/sidebar-links.ts";
import { useViewer } from "../frame/use-viewer.ts";
import { useGoKeys } from "./go-keys.ts";
import { useTypingAhead } from "./use-typing-ahead.ts";
import styles from "../frame/TopBar.module.css";

const Palette = lazyPart(async () => (await import("./CommandPalette.tsx")).CommandPalette, {
  palette: async () => (await import("./palette-texts.ts")).paletteTexts,
});
const Sheet = lazyPart(async () => (await import("./KeySheet.tsx")).KeySheet, {
  keySheet: async () => (await import("./key-sheet-texts.ts")).keySheetTexts,
});

/** The keys of every page, and the button that opens the palette for those who do not know them. */
export function Keyboard() {
  const { t } = useTranslation("layout");
  const [open, setOpen] = useState<"palette" | "sheet" | null>(null);
  const [typed, setTyped] = useState("");
  const { main } = sidebarLinks(useViewer());
  const openPalette = () => setOpen("palette");
  const close = () => {
    setOpen(null);
    setTyped("");
  };
  useTypingAhead(open === "palette", setTyped);
  useGoKeys({ links: main, onPalette: openPalette, onSheet: () => setOpen("sheet") });
  // Its code is there before someone asks for it.
  useEffect(() => whenIdle(Palette.prepare), []);
  return (
    <>
      <UnstyledButton className={styles["jump"] ?? ""} aria-label={t("palette")} onClick={openPalette}>
        <IconSearch size={14} stroke={1.6} aria-hidden="true" />
        <span>{t("palette")}</span>
        <Kbd size="xs">Ctrl K</Kbd>
      </UnstyledButton>
      <ActionIcon className={styles["jumpIcon"] ?? ""} aria-label={t("palette")} onClick={openPalette}>
        <IconSearch size={16} stroke={1.6} />
      </ActionIcon>
      {open === null ? null : (
        <Suspense fallback={null}>
          {open === "palette" ? (
            <Palette opened typed={typed} onTyped={setTyped} onClose={close} />
          ) : (
            <Sheet opened onClose={close} />
          )}
        </Suspense>
      )}
    </>
  );
}
