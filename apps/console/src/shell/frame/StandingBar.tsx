import { formatDay } from "@kinora/ui/moments.ts";
import { Button, Group } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useAction } from "../../platform/use-action.ts";
import { useViewer } from "./use-viewer.ts";
import styles from "./StatusBar.module.css";

/** Says why nothing can be changed in the account; owners keep one that is closed. */
export function StandingBar() {
  const { t } = useTranslation("sessionBars");
  const { owner } = useViewer();
  const accountId = useStore(session, ({ config }) => config?.account_id ?? null);
  const standing = useStore(session, ({ config }) => config?.standing ?? null);
  const keep = useAction((id: number) => api.accounts.keepAccount({ account_id: id }), {
    changes: [],
    config: true,
    failure: t("accountNotKept"),
  });
  if (!standing || accountId === null) return null;
  const { status, purge_at: purgeAt } = standing;
  return (
    <section aria-label={t("standing")} className={styles["bar"]}>
      <Group gap="xs" wrap="nowrap" display="inline-flex" renderRoot={(props) => <span {...props} />}>
        <IconLock size={16} stroke={1.6} aria-hidden />
        {status === "closing"
          ? t("closingText", { day: purgeAt === null ? "" : formatDay(new Date(purgeAt)) })
          : t("suspendedText")}
      </Group>
      {status === "closing" && owner ? (
        <Button size="compact-sm" variant="default" loading={keep.isPending} onClick={() => keep.mutate(accountId)}>
          {t("keepAccount")}
        </Button>
      ) : null}
    </section>
  );
}
