import { OpensLater } from "@kinora/ui/kit/OpensLater.tsx";
import { laterCode } from "@kinora/ui/later.ts";
import { Stack, UnstyledButton } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { ProjectMark } from "./ProjectMark.tsx";
import styles from "./PlaceSwitcher.module.css";

const code = laterCode(async () => (await import("./PlaceMenu.tsx")).PlaceMenu);

/** Shows the current project and account; behind it the way to others (spec §4). */
export function PlaceSwitcher() {
  const { t } = useTranslation("layout");
  const config = useStore(session, (value) => value.config);
  if (config === null) return null;
  const account = config.accounts.find(({ id }) => id === config.account_id);
  const project = config.projects.find(({ id }) => id === config.project_id);
  return (
    <OpensLater code={code} given={{}}>
      <UnstyledButton className={styles["switcher"] ?? ""} aria-label={t("switchPlace")}>
        <ProjectMark project={project ?? { name: account?.name ?? "", hash: "" }} />
        <Stack gap={0} flex={1} miw={0} renderRoot={(props) => <span {...props} />}>
          <bdi className={styles["project"]}>{project?.name ?? t("noProject")}</bdi>
          <bdi className={styles["account"]}>{account?.name}</bdi>
        </Stack>
        <IconSelector size={14} stroke={1.6} aria-hidden="true" />
      </UnstyledButton>
    </OpensLater>
  );
}
