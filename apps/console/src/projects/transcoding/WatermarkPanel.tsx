import { WATERMARK_MAXIMUM_BYTES } from "@kinora/domain/transcoding/watermark.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Box, Button, Group } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readAsBase64 } from "../../platform/base64.ts";
import { api } from "../../platform/client.ts";
import { confirm } from "../../platform/confirm.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { reasonOf } from "../../platform/problem.ts";
import { useAction } from "../../platform/use-action.ts";
import { PictureButton } from "../../shell/fields/PictureButton.tsx";
import { watermarkKey, watermarkQuery } from "../queries.ts";
import { WatermarkForm } from "./WatermarkForm.tsx";
import styles from "./Watermark.module.css";

interface Props {
  projectId: number;
  readOnly: boolean;
  /** Hears whether something in here is unsaved. */
  onDirty: (dirty: boolean) => void;
}

/** Uploads and removes the picture; `problem` is what is wrong with the file that was chosen last. */
function useWatermarkFile(projectId: number, onRemoved: () => void) {
  const { t } = useTranslation("projects");
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const changes = [watermarkKey(projectId)];
  const upload = useAction(
    async (file: File) => api.resolutions.uploadWatermark({ project_id: projectId, picture: await readAsBase64(file) }),
    {
      changes,
      onDone: ({ data }) => void client.setQueryData(watermarkKey(projectId), data),
      onProblem({ fields, message }) {
        const said = fields["picture"]?.[0] ?? message;
        if (said) setProblem(said);
        return Boolean(said);
      },
    },
  );
  const remove = useAction(() => api.resolutions.deleteWatermark({ project_id: projectId }), {
    changes,
    onDone() {
      onRemoved();
      client.setQueryData(watermarkKey(projectId), null);
    },
  });
  const choose = (file: File) => {
    setProblem(file.size > WATERMARK_MAXIMUM_BYTES ? t("watermarkTooLarge") : null);
    if (file.size <= WATERMARK_MAXIMUM_BYTES) upload.mutate(file);
  };
  const askRemove = async () => {
    const asked = { title: t("watermarkRemoveTitle"), text: t("watermarkRemoveText"), yes: t("watermarkRemove") };
    if (await confirm({ ...asked, danger: true })) remove.mutate(undefined);
  };
  return { choose, askRemove, problem, isUploading: upload.isPending, isRemoving: remove.isPending };
}

/** The picture that is burnt into a project's new videos: uploaded, laid, replaced and removed. */
export function WatermarkPanel({ projectId, readOnly, onDirty }: Props) {
  const { t } = useTranslation("projects");
  const watermark = useQuery(watermarkQuery(projectId));
  const { choose, askRemove, problem, isUploading, isRemoving } = useWatermarkFile(projectId, () => onDirty(false));
  const { data } = watermark;
  return (
    <Panel title={t("watermark")}>
      <Box component="p" className="note" maw={640} mb={16}>
        {t("watermarkText")}
      </Box>
      {watermark.isError ? (
        <Box component="p" role="alert" className="note problem" mt={12}>
          {reasonOf(watermark.error)}
        </Box>
      ) : null}
      {data ? <WatermarkForm projectId={projectId} saved={data} readOnly={readOnly} onDirty={onDirty} /> : null}
      {data === null && readOnly ? <p className={styles["empty"]}>{t("watermarkNone")}</p> : null}
      {data === undefined || readOnly ? null : (
        <Group gap="xs">
          <PictureButton fileLabel={t("watermarkFile")} loading={isUploading} disabled={isRemoving} onChoose={choose}>
            {data ? t("watermarkReplace") : t("watermarkUpload")}
          </PictureButton>
          {data ? (
            <Button
              variant="subtle"
              color="red"
              loading={isRemoving}
              disabled={isUploading}
              leftSection={<IconTrash size={16} stroke={1.6} aria-hidden="true" />}
              onClick={() => void askRemove()}
            >
              {t("watermarkRemove")}
            </Button>
          ) : null}
          <span className="note">{t("watermarkFormats")}</span>
        </Group>
      )}
      {problem === null ? null : (
        <Box component="p" role="alert" className="note problem" mt={12}>
          {problem}
        </Box>
      )}
    </Panel>
  );
}
