import { useTranslation } from "../../platform/i18n.ts";
import type { AuditEntry } from "../queries.ts";
import styles from "./AuditValues.module.css";

/** The values of an entry, before and after. */
export function AuditValues({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation("audit");
  const none = <span className="muted">{t("none")}</span>;
  if (entry.changes.length === 0) return <span className="muted">{t("noFacts")}</span>;
  return (
    <table className={styles["values"]}>
      <thead>
        <tr>
          <th scope="col">{t("value")}</th>
          <th scope="col">{t("before")}</th>
          <th scope="col">{t("after")}</th>
        </tr>
      </thead>
      <tbody>
        {entry.changes.map(({ name, before, after }) => (
          <tr key={name}>
            <td>{name.replaceAll("_", " ")}</td>
            <td>{before ?? none}</td>
            <td>{after ?? none}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
