import { personName } from "@kinora/ui/kit/people.ts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Difference } from "../../shell/roles/Difference.tsx";
import { rolePeopleQuery, type Role } from "../queries.ts";

const NAMED = 5;

/** What a change of a role's permissions adds and takes away, and whose they are. */
export function RoleDifference({
  projectId,
  role,
  permissions,
}: {
  projectId: number;
  role: Role;
  permissions: readonly string[];
}) {
  const { t } = useTranslation("roles");
  const people = useQuery(rolePeopleQuery(projectId, role.id));
  const count = people.data?.total ?? role.people;
  const names = people.data?.data ?? [];
  const more = count - Math.min(names.length, NAMED);
  const who = [
    ...names.slice(0, NAMED).map((person) => `${personName(person)} (${person.projects.join(", ")})`),
    ...(more > 0 ? [t("andMore", { number: more })] : []),
  ].join(", ");
  return <Difference before={role.permissions} after={permissions} count={count} who={who} />;
}
