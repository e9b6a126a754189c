import { languageName } from "@kinora/domain/languages.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { ActionIcon, Button } from "@mantine/core";
import { IconDownload, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { confirm } from "../platform/confirm.ts";
import type { VideoDetail } from "../platform/videos.ts";
import { CaptionsDialog } from "./CaptionsDialog.tsx";
import { saveText } from "./files.ts";
import { useVideoChange } from "./useVideoChange.ts";
import styles from "./VideoDetail.module.css";
import files from "./VideoFiles.module.css";

export type Captions = VideoDetail["captions"][number];

/** The captions and subtitles viewers can choose. */
export function CaptionsPanel({ video }: { video: VideoDetail }) {
  const { t } = useTranslation(["video", "videos", "layout"]);
  const { permissions } = useViewer();
  const { done, failed } = useVideoChange(video.id);
  const [edited, setEdited] = useState<Captions | "new" | null>(null);
  const place = (id: number) => ({ video_id: video.id, id });
  const remove = useMutation({
    mutationFn: (id: number) => api.captions.deleteCaptions(place(id)),
    onSuccess: ({ message }) => done(message),
    onError: (error) => failed(error, t("captionsNotDeleted")),
  });
  const download = useMutation({
    mutationFn: (id: number) => api.captions.readCaptionsFile(place(id)),
    onSuccess: ({ file, file_name }) => saveText(file, file_name, "text/vtt"),
    onError: (error) => failed(error, t("captionsNotSaved")),
  });
  const ask = async ({ id }: Captions) => {
    const words = { item: t("captionsItem"), action: t("videos:deleteAction") };
    const yes = await confirm({
      title: t("layout:confirmDeleteTitle", words),
      text: t("layout:confirmPermanently", words),
      yes: t("delete"),
      danger: true,
    });
    if (yes) remove.mutate(id);
  };
  const add = permissions.video_edit ? (
    <Button variant="default" leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setEdited("new")}>
      {t("addCaptions")}
    </Button>
  ) : undefined;
  return (
    <Panel title={t("captions")} action={add} flush>
      {edited === null ? null : (
        <CaptionsDialog video={video} captions={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
      {video.captions.length === 0 ? (
        <p className={styles["empty"]}>{t("captionsEmpty")}</p>
      ) : (
        <div className={files["tableWrap"]} tabIndex={0} role="region" aria-label={t("captions")}>
          <table className={`${files["table"]} ${files["captions"]}`}>
            <thead>
              <tr>
                <th>{t("captionsLabel")}</th>
                <th>{t("captionsLanguage")}</th>
                <th>{t("captionsKind")}</th>
                <th>{t("captionsDefault")}</th>
                <th>{t("captionsSource")}</th>
                <th className={files["end"]}>{t("columnActions")}</th>
              </tr>
            </thead>
            <tbody>
              {video.captions.map((captions) => (
                <tr key={captions.id}>
                  <td>{captions.label}</td>
                  <td>{languageName(captions.language)}</td>
                  <td>{t(`kind_${captions.kind}`)}</td>
                  <td>{captions.default ? t("yes") : t("no")}</td>
                  <td>{t("captionsUploaded", { format: captions.format.toUpperCase(), count: captions.cues })}</td>
                  <td className={files["end"]}>
                    <ActionIcon
                      aria-label={t("downloadCaptionsOf", { label: captions.label })}
                      onClick={() => download.mutate(captions.id)}
                    >
                      <IconDownload size={16} stroke={1.6} />
                    </ActionIcon>
                    {permissions.video_edit ? (
                      <>
                        <ActionIcon
                          aria-label={t("editOf", { label: captions.label })}
                          onClick={() => setEdited(captions)}
                        >
                          <IconPencil size={16} stroke={1.6} />
                        </ActionIcon>
                        <ActionIcon
                          aria-label={t("deleteOf", { label: captions.label })}
                          onClick={() => void ask(captions)}
                        >
                          <IconTrash size={16} stroke={1.6} />
                        </ActionIcon>
                      </>
                    ) : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
