import { permissionDifference } from "@kinora/domain/people/roles.ts";
import { personName } from "@kinora/ui/kit/people.ts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { rolePeopleQuery, type Role } from "../queries.ts";
import styles from "./Roles.module.css";

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
  const { gained, lost } = permissionDifference(role.permissions, permissions);
  const words = (flags: typeof gained) => flags.map((flag) => t(`permission_${flag}`)).join(", ");
  const count = people.data?.total ?? role.people;
  const names = people.data?.data ?? [];
  const more = count - Math.min(names.length, NAMED);
  return (
    <section aria-label={t("difference")} aria-live="polite" className={styles["difference"]}>
      {gained.length + lost.length === 0 ? <p className="muted">{t("noDifference")}</p> : null}
      {lost.length > 0 ? <p>{t("loses", { count, permissions: words(lost) })}</p> : null}
      {gained.length > 0 ? <p>{t("gains", { count, permissions: words(gained) })}</p> : null}
      {gained.length + lost.length > 0 ? (
        <p className="muted">
          {count === 0
            ? t("nobody")
            : [
                ...names.slice(0, NAMED).map((person) => `${personName(person)} (${person.projects.join(", ")})`),
                ...(more > 0 ? [t("andMore", { number: more })] : []),
              ].join(", ")}
        </p>
      ) : null}
    </section>
  );
}
