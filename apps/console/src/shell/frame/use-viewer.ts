import { permissionSet } from "@kinora/domain/people/permissions.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import type { SidebarViewer } from "./sidebar-links.ts";

const nothing = permissionSet([]);

/** What the person of this session may see. */
export function useViewer(): SidebarViewer {
  const config = useStore(session, (value) => value.config);
  const superuser = useStore(session, (value) => value.user?.superuser ?? false);
  return {
    permissions: config?.permissions ?? nothing,
    hasProjects: (config?.projects.length ?? 0) > 0,
    owner: config?.accounts.some(({ id, owner }) => id === config.account_id && owner) ?? false,
    superuser,
  };
}
