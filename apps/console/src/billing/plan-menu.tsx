import { IconArchive, IconArchiveOff, IconEye, IconEyeOff, IconPencil } from "@tabler/icons-react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { plansKey, type Plan } from "./queries.ts";

const ICON = { size: 16, stroke: 1.6 };

export function usePlanMenu(open: (plan: Plan) => void) {
  const { t } = useTranslation("billing");
  const archive = useAction(api.billing.archivePlan, { changes: [plansKey], failure: t("planNotChanged") });
  const show = useAction(api.billing.setPlanRequestable, { changes: [plansKey], failure: t("planNotChanged") });
  return (plan: Plan) => {
    const archived = plan.archived_at !== null;
    return [
      { label: t("edit"), icon: <IconPencil {...ICON} />, onChoose: () => open(plan) },
      {
        label: t(archived ? "restore" : "archive"),
        icon: archived ? <IconArchiveOff {...ICON} /> : <IconArchive {...ICON} />,
        onChoose: () => archive.mutate({ plan_id: plan.id, archived: !archived }),
      },
      {
        label: t(plan.requestable ? "hideFromOwners" : "showToOwners"),
        icon: plan.requestable ? <IconEyeOff {...ICON} /> : <IconEye {...ICON} />,
        onChoose: () => show.mutate({ plan_id: plan.id, requestable: !plan.requestable }),
      },
    ];
  };
}
