import { Button, Group } from "@mantine/core";
import { IconMovie, IconUpload } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";

/** The button that leads to the upload page, for those who may upload. */
export function useUploadAction() {
  const { t } = useTranslation("videos");
  const { permissions } = useViewer();
  return permissions.video_add ? (
    <Button
      leftSection={<IconUpload size={16} stroke={1.6} />}
      renderRoot={(props) => <Link to="/upload" {...props} />}
    >
      {t("upload")}
    </Button>
  ) : null;
}

/** A project without videos: upload some, or try with a film made on the spot. */
export function useNothingYet(projectId: number) {
  const { t } = useTranslation(["videos", "library"]);
  const upload = useUploadAction();
  const sample = useAction(() => api.imports.addSampleVideo({ project_id: projectId }), { changes: [["videos"]] });
  const icon = <IconMovie size={22} stroke={1.6} />;
  if (!upload) return { icon, title: t("empty") };
  const action = (
    <Group gap="xs" justify="center">
      {upload}
      <Button variant="default" loading={sample.isPending} onClick={() => sample.mutate(undefined)}>
        {t("library:addSample")}
      </Button>
    </Group>
  );
  return { icon, title: t("empty"), text: t("emptyText"), action };
}
