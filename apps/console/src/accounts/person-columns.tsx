import type { Column } from "@kinora/ui/kit/columns.ts";
import { useTranslation } from "../platform/i18n.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { factorColumn, personColumn, seenColumn } from "../shell/lists/columns.tsx";

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
    name: personColumn(t("name"), ({ id, email }) => (id === me ? `${email} · ${t("you")}` : email)),
    rest: [factorColumn(t("secondFactor"), 1, (on) => t(on ? "yes" : "no")), seenColumn(t("lastSeen"), 2, t("never"))],
  };
}
