import { permittedScopes } from "@kinora/domain/api-keys/scopes.ts";
import { personName } from "@kinora/ui/kit/people.ts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../platform/i18n.ts";
import { rolePeopleQuery, type Role } from "../queries.ts";
import { Difference } from "./Difference.tsx";

const NAMED = 5;

/** Whether a key with these scopes may do less once a role allows `after` in place of `before`. */
const takes = (before: readonly string[], after: readonly string[], scopes: readonly string[]): boolean =>
  permittedScopes(scopes, before).length >
  permittedScopes(
    scopes,
    before.filter((each) => after.includes(each)),
  ).length;

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
  const narrowed = (people.data?.keys ?? []).filter(({ scopes }) => takes(role.permissions, permissions, scopes));
  return (
    <>
      <Difference before={role.permissions} after={permissions} count={count} who={who} />
      {narrowed.length === 0 ? null : (
        <p role="status">{t("narrowed", { keys: narrowed.map(({ name }) => name).join(", ") })}</p>
      )}
    </>
  );
}
