import { Button, Group } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import { useStore } from "../../platform/store.ts";
import { reloadConsole, version } from "../../platform/version.ts";
import styles from "./VersionBanner.module.css";

/** Offers a refresh when a newer console is there (spec §2); it stands above the page and interrupts nothing. */
export function VersionBanner() {
  const { t } = useTranslation("layout");
  const asked = useStore(version, (value) => value.asked);
  if (!asked) return null;
  return (
    <div role="dialog" aria-label={t("newVersion")} className={styles["banner"]}>
      <span>{t("newVersionText")}</span>
      <Group gap="xs" renderRoot={(props) => <span {...props} />}>
        <Button variant="subtle" color="gray" onClick={() => version.set({ asked: false })}>
          {t("cancel")}
        </Button>
        <Button onClick={() => reloadConsole()}>{t("refresh")}</Button>
      </Group>
    </div>
  );
}
