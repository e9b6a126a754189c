import { Button, Group } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useAction } from "../../platform/use-action.ts";
import styles from "./StatusBar.module.css";

/** Says that the project is viewed as a role, and ends it; nothing can be changed meanwhile. */
export function ViewAsBar() {
  const { t } = useTranslation("sessionBars");
  const viewed = useStore(session, ({ config }) => config?.view_as ?? null);
  const exit = useAction(() => api.session.endViewAs(), {
    changes: [],
    silent: true,
    // What was read as the role is not shown to the person again.
    onDone: () => globalThis.location.assign("/users?tab=roles"),
  });
  if (!viewed) return null;
  return (
    <section aria-label={t("viewAs")} className={styles["bar"]}>
      <Group gap="xs" wrap="nowrap" display="inline-flex" renderRoot={(props) => <span {...props} />}>
        <IconEye size={16} stroke={1.6} aria-hidden />
        {t("viewAsText", { role: viewed.title })}
      </Group>
      <Button size="compact-sm" variant="default" loading={exit.isPending} onClick={() => exit.mutate(undefined)}>
        {t("viewAsExit")}
      </Button>
    </section>
  );
}
