import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { personName } from "@kinora/ui/kit/people.ts";
import { PersonName } from "@kinora/ui/kit/PersonName.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useTranslation } from "../../platform/i18n.ts";
import { countColumn, createdColumn } from "../../shell/lists/columns.tsx";
import type { InstallationPerson } from "../queries.ts";

/** The columns of the installation's people. */
export function useInstallationPeopleColumns(): Column<InstallationPerson>[] {
  const { t } = useTranslation("advanced");
  return [
    {
      id: "name",
      header: t("name"),
      min: 240,
      grow: 2,
      mobile: "title",
      cell: (person, { phone }) => (
        <PersonName
          person={person}
          picture={person.avatar_url}
          detail={phone || personName(person) === person.email ? "" : person.email}
        />
      ),
    },
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
    {
      id: "factor",
      header: t("secondFactor"),
      mobile: "hidden",
      min: 110,
      priority: 6,
      optional: true,
      cell: (person) => (person.second_factor ? t("yes") : t("no")),
    },
    countColumn({ id: "accounts", header: t("accounts"), priority: 5 }, ({ accounts }) => accounts),
    countColumn({ id: "projects", header: t("projects"), priority: 2 }, ({ projects }) => projects),
    countColumn({ id: "failed", header: t("failedSignIns"), priority: 4 }, (person) => person.failed_sign_ins, 150),
    {
      id: "seen",
      header: t("lastSeen"),
      min: 120,
      priority: 7,
      optional: true,
      mobile: "meta",
      cell: (person) => <Moment at={person.last_seen_at} never={t("never")} />,
    },
    createdColumn(t("created"), 3),
  ];
}
