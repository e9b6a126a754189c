import { ActionIcon, Kbd, UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../platform/lazyPart.ts";
import { openNewProject } from "../platform/newProject.ts";
import { toggleTheme } from "../platform/theme.ts";
import { crumbs } from "./crumbs.ts";
import { useGoKeys } from "./goKeys.ts";
import { pageActions, type PaletteItem } from "./paletteItems.ts";
import { sidebarLinks, type SidebarLink } from "./sidebarLinks.ts";
import { useTypingAhead } from "./useTypingAhead.ts";
import { useViewer } from "./useViewer.ts";
import styles from "./TopBar.module.css";

const Palette = lazyPart(async () => (await import("./CommandPalette.tsx")).CommandPalette);
const Sheet = lazyPart(async () => (await import("./KeySheet.tsx")).KeySheet);

type Open = { what: "palette"; items: readonly PaletteItem[] } | { what: "sheet" } | null;

/** The keys of every page, and the button that opens the palette for those who do not know them. */
export function Keyboard() {
  const { t } = useTranslation("layout");
  const [open, setOpen] = useState<Open>(null);
  const [typed, setTyped] = useState("");
  const items = usePaletteItems();
  const { main } = sidebarLinks(useViewer());
  // What the page offers is read as the palette opens: behind it, nothing changes.
  const openPalette = () => setOpen({ what: "palette", items: [...pageActions(t("palettePage")), ...items] });
  const close = () => {
    setOpen(null);
    setTyped("");
  };
  useTypingAhead(open?.what === "palette", setTyped);
  useGoKeys({ links: main, onPalette: openPalette, onSheet: () => setOpen({ what: "sheet" }) });
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
          {open.what === "palette" ? (
            <Palette opened items={open.items} typed={typed} onTyped={setTyped} onClose={close} />
          ) : (
            <Sheet opened onClose={close} />
          )}
        </Suspense>
      )}
    </>
  );
}

/** Every page the person may open, the page above this one, and what can be done anywhere. */
function usePaletteItems(): PaletteItem[] {
  const { t } = useTranslation("layout");
  const navigate = useNavigate();
  const viewer = useViewer();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const links = sidebarLinks(viewer);
  const go = (to: string) => () => void navigate({ to });
  const pages = (group: string, found: readonly SidebarLink[]): PaletteItem[] =>
    found.map(({ to, label }) => ({ key: `go${to.replaceAll("/", "-")}`, label: t(label), group, run: go(to) }));
  const above = crumbs(path, t("edit")).at(-2);
  return [
    ...(above?.to ? [{ key: "up", label: above.label, group: t("paletteUp"), run: go(above.to) }] : []),
    ...pages(t("paletteGo"), [...links.main, ...links.more]),
    ...pages(t("settings"), links.settings),
    ...pages(t("advanced"), links.advanced),
    ...(viewer.owner
      ? [{ key: "new-project", label: t("newProject"), group: t("paletteActions"), run: openNewProject }]
      : []),
    { key: "theme", label: t("toggleTheme"), group: t("paletteActions"), run: toggleTheme },
  ];
}
