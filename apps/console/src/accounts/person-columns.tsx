import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { PersonName } from "@kinora/ui/kit/PersonName.tsx";
import { useTranslation } from "../platform/i18n.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";

interface AccountPerson {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  avatar_url: string | null;
  second_factor: boolean;
  last_seen_at: string | null;
}

/** The columns that owners and members have in common: who they are first, then the rest. */
export function usePersonColumns<Row extends AccountPerson>(): { name: Column<Row>; rest: Column<Row>[] } {
  const { t } = useTranslation("accounts");
  const me = useStore(session, ({ user }) => user?.id ?? null);
  return {
    name: {
      id: "name",
      header: t("name"),
      min: 220,
      grow: 2,
      mobile: "title",
      cell: (person) => (
        <PersonName
          person={person}
          picture={person.avatar_url}
          detail={person.id === me ? `${person.email} · ${t("you")}` : person.email}
        />
      ),
    },
    rest: [
      {
        id: "factor",
        header: t("secondFactor"),
        min: 120,
        priority: 1,
        optional: true,
        mobile: "hidden",
        cell: (person) => (person.second_factor ? t("yes") : t("no")),
      },
      {
        id: "seen",
        header: t("lastSeen"),
        min: 120,
        priority: 2,
        optional: true,
        mobile: "meta",
        cell: (person) => <Moment at={person.last_seen_at} never={t("never")} />,
      },
    ],
  };
}
