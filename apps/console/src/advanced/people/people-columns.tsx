import type { Column } from "@kinora/ui/kit/columns.ts";
import { personName } from "@kinora/ui/kit/people.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useTranslation } from "../../platform/i18n.ts";
import { countColumn, createdColumn, factorColumn, personColumn, seenColumn } from "../../shell/lists/columns.tsx";
import type { InstallationPerson } from "../queries.ts";

/** The columns of the installation's people. */
export function useInstallationPeopleColumns(): Column<InstallationPerson>[] {
  const { t } = useTranslation("advanced");
  return [
    personColumn(t("name"), (person, phone) => (phone || personName(person) === person.email ? "" : person.email), 240),
    {
      id: "status",
      header: t("status"),
      min: 170,
      mobile: "meta",
      cell: ({ status, superuser }) => (
        <StatusDot state={status} detail={superuser ? t("superuser") : null}>
          {t(status)}
        </StatusDot>
      ),
    },
    factorColumn(t("secondFactor"), 6, (on) => t(on ? "yes" : "no"), 110),
    countColumn({ id: "accounts", header: t("accounts"), priority: 5 }, ({ accounts }) => accounts),
    countColumn({ id: "projects", header: t("projects"), priority: 2 }, ({ projects }) => projects),
    countColumn({ id: "failed", header: t("failedSignIns"), priority: 4 }, (person) => person.failed_sign_ins, 150),
    seenColumn(t("lastSeen"), 7, t("never")),
    createdColumn(t("created"), 3),
  ];
}
