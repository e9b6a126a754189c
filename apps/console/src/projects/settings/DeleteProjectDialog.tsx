import { formatBytes } from "@kinora/ui/bytes.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { takeConfig } from "../../platform/session.ts";
import { useAction } from "../../platform/use-action.ts";
import { impactQuery, type Project } from "../queries.ts";
import styles from "../Settings.module.css";

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
  const { t } = useTranslation("projects");
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const impact = useQuery({ ...impactQuery(project.id), enabled: opened });
  const close = () => {
    setTyped("");
    onClose();
  };
  const remove = useAction(() => api.projects.deleteProject({ id: project.id }), {
    changes: [],
    async onDone() {
      close();
      takeConfig(await api.session.getConfig({ account_id: project.account_id }));
      await navigate({ to: "/dashboard" });
    },
  });
  return (
    <FormDialog
      opened={opened}
      title={t("deleteProject")}
      submit={t("deleteProject")}
      danger
      ready={typed.trim() === project.name}
      saving={remove.isPending}
      onSubmit={() => remove.mutate(undefined)}
      onClose={close}
    >
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
    </FormDialog>
  );
}
