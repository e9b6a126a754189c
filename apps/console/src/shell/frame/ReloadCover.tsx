import { Loader } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import { useStore } from "../../platform/store.ts";
import { version } from "../../platform/version.ts";
import styles from "./VersionBanner.module.css";

/** Covers the screen while the console loads again (spec §2). */
export function ReloadCover() {
  const { t } = useTranslation("layout");
  const reloading = useStore(version, (value) => value.reloading);
  if (!reloading) return null;
  return (
    <div className={styles["cover"]} role="status">
      <Loader size={28} />
      <p>{t("loadingNewVersion")}</p>
    </div>
  );
}
