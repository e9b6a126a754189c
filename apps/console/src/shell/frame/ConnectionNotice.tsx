import { Group } from "@mantine/core";
import { IconWifiOff } from "@tabler/icons-react";
import { connection } from "../../platform/connectivity.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useStore } from "../../platform/store.ts";
import styles from "./VersionBanner.module.css";

/** Says at once that the connection is gone, above what is still shown; it closes when the network is back. */
export function ConnectionNotice() {
  const { t } = useTranslation("layout");
  const gone = useStore(connection, (value) => !value.online && !value.blocked);
  // The region is there before its words: screen readers announce what comes into it.
  return (
    <div role="status">
      {gone ? (
        <div className={styles["banner"]}>
          <Group gap="xs" renderRoot={(props) => <span {...props} />}>
            <IconWifiOff size={16} stroke={1.6} aria-hidden="true" />
            <strong>{t("noConnectionTitle")}</strong>
            {t("noConnectionNotice")}
          </Group>
        </div>
      ) : null}
    </div>
  );
}
