import { IconArrowUp, IconFolderPlus, IconMoon, IconSettings, IconTerminal2 } from "@tabler/icons-react";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import { copyLastCall, lastCall } from "../../platform/last-call.ts";
import { openNewProject } from "../../platform/new-project.ts";
import { toggleTheme } from "../../platform/theme.ts";
import { crumbs } from "../frame/crumbs.ts";
import { sidebarLinks, type SidebarLink } from "../frame/sidebar-links.ts";
import { SidebarIcon } from "../frame/SidebarIcon.tsx";
import { useViewer } from "../frame/use-viewer.ts";
import type { PaletteGroup, PaletteItem } from "./palette-items.ts";

const icon = { size: 16, stroke: 1.6, "aria-hidden": true } as const;

/** Every page the person may open, the page above this one, and what can be done anywhere. */
export function usePalettePages(): PaletteItem[] {
  const { t } = useTranslation(["palette", "layout"]);
  const navigate = useNavigate();
  const viewer = useViewer();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const links = sidebarLinks(viewer);
  const go = (to: string) => () => void navigate({ to });
  const pages = (group: PaletteGroup, found: readonly SidebarLink[]): PaletteItem[] =>
    found.map(({ to, label }) => ({
      key: `go${to.replaceAll("/", "-")}`,
      label: t(`layout:${label}`),
      group,
      words: t(`group_${group}`),
      icon: group === "go" ? <SidebarIcon label={label} /> : <IconSettings {...icon} />,
      run: go(to),
    }));
  const above = crumbs(path, t("layout:edit")).at(-2);
  return [
    ...(above?.to
      ? [
          {
            key: "up",
            label: t("up", { page: above.label }),
            group: "page" as const,
            icon: <IconArrowUp {...icon} />,
            run: go(above.to),
          },
        ]
      : []),
    ...pages("go", [...links.main, ...links.more]),
    ...pages("settings", links.settings),
    ...pages("advanced", links.advanced),
    ...usePlayerDemo(viewer, go),
    ...useActionsAnywhere(),
  ];
}

/** The page of superusers that the sidebar has no link to: the list of all videos leads there, and this. */
function usePlayerDemo({ superuser }: ReturnType<typeof useViewer>, go: (to: string) => () => void): PaletteItem[] {
  const { t } = useTranslation("palette");
  if (!superuser) return [];
  return [
    {
      key: "go-player-demo",
      label: t("playerDemo"),
      group: "advanced",
      words: t("group_advanced"),
      icon: <IconSettings {...icon} />,
      run: go("/advanced/player-demo"),
    },
  ];
}

/** What can be done on every page. */
function useActionsAnywhere(): PaletteItem[] {
  const { t } = useTranslation(["layout", "palette"]);
  const viewer = useViewer();
  const call = lastCall();
  return [
    ...(call
      ? [
          {
            key: "curl",
            label: t("palette:copyCurl"),
            group: "actions" as const,
            detail: `${call.method} ${new URL(call.url).pathname}`,
            words: "curl API call",
            icon: <IconTerminal2 {...icon} />,
            run: () => void copyLastCall(t("palette:curl")),
          },
        ]
      : []),
    ...(viewer.owner
      ? [
          {
            key: "new-project",
            label: t("newProject"),
            group: "actions" as const,
            icon: <IconFolderPlus {...icon} />,
            run: openNewProject,
          },
        ]
      : []),
    {
      key: "theme",
      label: t("toggleTheme"),
      group: "actions",
      icon: <IconMoon {...icon} />,
      run: toggleTheme,
    },
  ];
}
