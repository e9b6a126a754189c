import { useTranslation } from "../../platform/i18n.ts";
import styles from "../Restrictions.module.css";

/** The age of the geo database, and whose it is: the licence of DB-IP's (CC BY 4.0) asks for this link. */
export function GeoNote({ builtAt, own }: { builtAt: Date | string; own: boolean }) {
  const { t } = useTranslation("restrictions");
  const date = new Date(builtAt).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  return (
    <p className={styles["hint"]}>
      {t(own ? "geoOwn" : "geo", { date })}{" "}
      {own ? null : (
        <a href="https://db-ip.com" target="_blank" rel="noreferrer">
          {t("geoBy")}
        </a>
      )}
    </p>
  );
}
