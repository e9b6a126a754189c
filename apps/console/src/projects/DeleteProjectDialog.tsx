import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Button, Group, Modal, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { takeConfig } from "../platform/session.ts";
import { impactQuery, type Project } from "./queries.ts";
import { useSettingsCall } from "./useSettingsCall.ts";
import styles from "./Settings.module.css";

/** Asks for the project's name, and says what goes with it. */
export function DeleteProjectDialog({
  project,
  opened,
  onClose,
}: {
  project: Project;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation(["projects", "layout"]);
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const impact = useQuery({ ...impactQuery(project.id), enabled: opened });
  const close = () => {
    setTyped("");
    onClose();
  };
  const remove = useSettingsCall({
    call: () => api.projects.deleteProject({ id: project.id }),
    changes: [],
    async onDone() {
      close();
      takeConfig(await api.session.getConfig({ account_id: project.account_id }));
      await navigate({ to: "/dashboard" });
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (typed.trim() === project.name && !remove.isPending) remove.mutate(undefined);
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t("deleteProject")}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      size={440}
    >
      <form onSubmit={submit} noValidate>
        <Text>{t("deleteProjectSure")}</Text>
        {impact.data ? (
          <ul className={styles["impact"]}>
            <li>{t("impactVideos", { count: impact.data.videos, formatted: formatNumber(impact.data.videos) })}</li>
            <li>{t("impactStorage", { bytes: formatBytes(impact.data.storage_bytes) })}</li>
            <li>{t("impactMembers", { count: impact.data.members })}</li>
          </ul>
        ) : null}
        <TextInput
          label={t("typeName", { name: project.name })}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={close}>
            {t("cancel")}
          </Button>
          <Button type="submit" color="red" loading={remove.isPending} disabled={typed.trim() !== project.name}>
            {t("deleteProject")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
