import { AUDIT_OBJECTS, AUDIT_SOURCES } from "@kinora/domain/people/audit.ts";
import type { Filter } from "@kinora/ui/kit/filters.ts";
import { personName } from "@kinora/ui/kit/people.ts";
import { useQuery } from "@tanstack/react-query";
import { apiInput } from "../../platform/api-input.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { withoutNothing } from "../../shell/lists/given.ts";
import { auditActionsQuery, usersQuery } from "../queries.ts";
import type { UsersAt } from "../users-view.ts";
import { actionInWords } from "./audit-words.ts";

/** What filters the log, as the API is asked for it. */
export function auditFilterOf({ search, user, source, object, action, from, to }: UsersAt["address"]) {
  const given = { search, user, source, object, action, from, to };
  return apiInput("audit.listAudit", withoutNothing(given));
}

/** A choice that the list of options lacks, such as a person who left, shows by its own value. */
const withChosen = (options: { value: string; label: string }[], chosen: string | undefined) =>
  chosen === undefined || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: `#${chosen}` }];

/** Who, what, which kind of object, from where, and when. */
export function useAuditFilters(projectId: number, { address, show }: UsersAt): Filter[] {
  const { t } = useTranslation("audit");
  const people = useQuery(usersQuery(projectId, { page: 1, per_page: 100 })).data?.data ?? [];
  const actions = useQuery(auditActionsQuery(projectId)).data ?? [];
  const { user, source, object, action, from, to } = address;
  const chosenUser = user === undefined ? undefined : String(user);
  return [
    {
      kind: "choice",
      id: "user",
      label: t("person"),
      options: withChosen(
        people.map((person) => ({ value: String(person.id), label: personName(person) })),
        chosenUser,
      ),
      value: chosenUser,
      onChange: (value) => show({ user: value === undefined ? undefined : Number(value) }),
    },
    {
      kind: "choice",
      id: "action",
      label: t("action"),
      options: withChosen(
        actions.map((value) => ({ value, label: actionInWords(value) })),
        action,
      ),
      value: action,
      onChange: (value) => show({ action: value }),
    },
    {
      kind: "choice",
      id: "object",
      label: t("object"),
      options: AUDIT_OBJECTS.map((value) => ({ value, label: t(`object_${value}`) })),
      value: object,
      onChange: (value) => show({ object: AUDIT_OBJECTS.find((known) => known === value) }),
    },
    {
      kind: "choice",
      id: "source",
      label: t("source"),
      options: AUDIT_SOURCES.map((value) => ({ value, label: t(`source_${value}`) })),
      value: source,
      onChange: (value) => show({ source: AUDIT_SOURCES.find((known) => known === value) }),
    },
    { kind: "days", id: "days", label: t("from"), from, to, onChange: show },
  ];
}
