import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../platform/i18n.ts";
import { useStore } from "../platform/store.ts";
import { dismissDuplicate, duplicates } from "./duplicates.ts";
import styles from "./Imports.module.css";

/** Says which of the added files the project has already; they are uploaded anyway unless they are cancelled. */
export function DuplicateNotices() {
  const { t } = useTranslation("imports");
  const shown = useStore(duplicates, (value) => value.shown);
  return shown.map(({ key, file, video }) => (
    <div key={key} role="status" className={styles["notice"]}>
      <span>
        <strong>{file}</strong> {t("duplicate", { title: video.title })}
      </span>
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          renderRoot={(props) => <Link to="/video/$videoId" params={{ videoId: String(video.id) }} {...props} />}
        >
          {t("openDuplicate")}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={() => dismissDuplicate(key)}>
          {t("dismissDuplicate")}
        </Button>
      </Group>
    </div>
  ));
}
