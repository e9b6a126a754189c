import type { RowAction } from "@kinora/ui/kit/RowMenu.tsx";
import {
  IconFolders,
  IconGauge,
  IconLockOpen,
  IconNote,
  IconPlayerPause,
  IconReceipt,
  IconToggleRight,
  IconTrash,
  IconUsers,
  IconVideo,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { accountsKey, type InstallationAccount } from "../queries.ts";

const ICON = { size: 16, stroke: 1.6 };

/** A dialog about an account. */
export interface Opened {
  what: "suspend" | "limits" | "features" | "note" | "close";
  account: InstallationAccount;
}

/** What a superuser does with an account. */
export function useAccountMenu(open: (opened: Opened) => void) {
  const { t } = useTranslation("advanced");
  const navigate = useNavigate();
  const standing = useStandingActions(open);
  return (account: InstallationAccount) => [
    {
      label: t("showPeople"),
      icon: <IconUsers {...ICON} />,
      onChoose: () => void navigate({ to: "/advanced/users", search: { account: account.id } }),
    },
    {
      label: t("showProjects"),
      icon: <IconFolders {...ICON} />,
      onChoose: () => void navigate({ to: "/advanced/projects", search: { account: account.id } }),
    },
    {
      label: t("showVideos"),
      icon: <IconVideo {...ICON} />,
      onChoose: () => void navigate({ to: "/advanced/videos", search: { account: account.id } }),
    },
    {
      label: t("pricing"),
      icon: <IconReceipt {...ICON} />,
      onChoose: () =>
        void navigate({ to: "/advanced/accounts/$accountId/pricing", params: { accountId: String(account.id) } }),
    },
    { label: t("limits"), icon: <IconGauge {...ICON} />, onChoose: () => open({ what: "limits", account }) },
    {
      label: t("features"),
      icon: <IconToggleRight {...ICON} />,
      onChoose: () => open({ what: "features", account }),
    },
    { label: t("note"), icon: <IconNote {...ICON} />, onChoose: () => open({ what: "note", account }) },
    ...standing(account),
  ];
}

/** Suspending and closing, and their ends. */
function useStandingActions(open: (opened: Opened) => void) {
  const { t } = useTranslation("advanced");
  const options = { changes: [accountsKey], failure: t("accountNotChanged") };
  const reopen = useAction((id: number) => api.advanced.reopenAccount({ account_id: id }), options);
  const keep = useAction((id: number) => api.advanced.keepAccount({ account_id: id }), options);
  return (account: InstallationAccount): RowAction[] => {
    const suspend = {
      label: t("suspend"),
      icon: <IconPlayerPause {...ICON} />,
      danger: true,
      onChoose: () => open({ what: "suspend", account }),
    };
    const close = {
      label: t("close"),
      icon: <IconTrash {...ICON} />,
      danger: true,
      onChoose: () => open({ what: "close", account }),
    };
    const unlocked = { icon: <IconLockOpen {...ICON} /> };
    return {
      active: [suspend, close],
      suspended: [{ ...unlocked, label: t("reopen"), onChoose: () => reopen.mutate(account.id) }, close],
      closing: [{ ...unlocked, label: t("keep"), onChoose: () => keep.mutate(account.id) }],
      closed: [],
    }[account.status];
  };
}
