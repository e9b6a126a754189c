import { Menu } from "@kinora/ui/floats.ts";
import type { OpenedLater } from "@kinora/ui/kit/OpensLater.tsx";
import { Box, Stack } from "@mantine/core";
import { IconCheck, IconCopy, IconPlus } from "@tabler/icons-react";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { openNewProject } from "../../platform/new-project.ts";
import { goTo, switchAccount, switchProject } from "../../platform/place.ts";
import { queryClient } from "../../platform/query-client.ts";
import { session, type Config } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { ProjectMark } from "./ProjectMark.tsx";
import { useViewer } from "./use-viewer.ts";
import styles from "./PlaceSwitcher.module.css";

/** Moves to another project or account; to the one that is open, nothing happens. */
function useMoves(config: Config | null) {
  const navigate = useNavigate();
  const router = useRouter();
  const toProject = async (id: number) => {
    if (id === config?.project_id) return;
    // What is unsaved may keep someone where they are, and in their project.
    if ((await goTo(router, "/dashboard")) && (await switchProject(id))) await queryClient.invalidateQueries();
  };
  const toAccount = async (id: number) => {
    if (id === config?.account_id) return;
    if (!(await switchAccount(id))) return;
    queryClient.clear();
    await navigate({ to: "/dashboard" });
  };
  return { toProject, toAccount };
}

/** The projects and accounts to move to (spec §4). */
export function PlaceMenu({ target, opened, onChange }: OpenedLater) {
  const { t } = useTranslation("layout");
  const config = useStore(session, (value) => value.config);
  const { owner } = useViewer();
  const { toProject, toAccount } = useMoves(config);
  if (config === null) return target;
  const project = config.projects.find(({ id }) => id === config.project_id);
  return (
    <Menu opened={opened} onChange={onChange} position="bottom-start" width={260} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown className={styles["dropdown"] ?? ""}>
        <Menu.Label>{t("projects")}</Menu.Label>
        {config.projects.map(({ id, name, hash, domain }) => (
          <Menu.Item
            key={id}
            leftSection={<ProjectMark project={{ name, hash }} />}
            onClick={() => void toProject(id)}
            rightSection={id === config.project_id ? <IconCheck size={14} /> : null}
          >
            <Stack gap={0} flex={1} miw={0} renderRoot={(props) => <span {...props} />}>
              <span className="truncate" dir="auto">
                {name}
              </span>
              <span className={styles["account"]}>{domain}</span>
            </Stack>
          </Menu.Item>
        ))}
        {config.projects.length === 0 ? (
          <Box component="p" pt={4} pb="xs" px={10} m={0} c="dimmed">
            {t("noProject")}
          </Box>
        ) : null}
        {project ? (
          <Menu.Item
            leftSection={<IconCopy size={14} stroke={1.6} />}
            onClick={() => void copyText(t("projectId"), project.hash)}
          >
            {t("copyProjectId")}
          </Menu.Item>
        ) : null}
        {owner ? (
          <Menu.Item leftSection={<IconPlus size={14} stroke={1.6} />} onClick={openNewProject}>
            {t("newProject")}
          </Menu.Item>
        ) : null}
        {config.accounts.length > 1 ? <Accounts config={config} onChoose={toAccount} /> : null}
      </Menu.Dropdown>
    </Menu>
  );
}

function Accounts({
  config: { accounts, account_id: current },
  onChoose,
}: {
  config: NonNullable<Config>;
  onChoose: (id: number) => Promise<void>;
}) {
  const { t } = useTranslation("layout");
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t("accounts")}</Menu.Label>
      {accounts.map(({ id, name }) => (
        <Menu.Item
          key={id}
          onClick={() => void onChoose(id)}
          rightSection={id === current ? <IconCheck size={14} /> : null}
          dir="auto"
        >
          {name}
        </Menu.Item>
      ))}
    </>
  );
}
