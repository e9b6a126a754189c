import { permissionNames } from "@kinora/domain/people/permission-names.ts";
import { permissionDifference } from "@kinora/domain/people/roles.ts";
import type { ReactNode } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import styles from "./Roles.module.css";

/** What a change of a role's permissions adds and takes away, of how many people, and who they are. */
export function Difference({
  before,
  after,
  count,
  who,
}: {
  before: readonly string[];
  after: readonly string[];
  count: number;
  who: ReactNode;
}) {
  const { t } = useTranslation("roles");
  const { gained, lost } = permissionDifference(before, after);
  const words = (flags: typeof gained) => flags.map((flag) => permissionNames[flag]).join(", ");
  return (
    <section aria-label={t("difference")} aria-live="polite" className={styles["difference"]}>
      {gained.length + lost.length === 0 ? <p className="muted">{t("noDifference")}</p> : null}
      {lost.length > 0 ? <p>{t("loses", { count, permissions: words(lost) })}</p> : null}
      {gained.length > 0 ? <p>{t("gains", { count, permissions: words(gained) })}</p> : null}
      {gained.length + lost.length > 0 ? <p className="muted">{count === 0 ? t("nobody") : who}</p> : null}
    </section>
  );
}
