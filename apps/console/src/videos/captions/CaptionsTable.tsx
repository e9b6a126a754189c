import { languageName } from "@kinora/domain/videos/languages.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import { Box, Button } from "@mantine/core";
import { IconDownload, IconPencil, IconPlus, IconTextCaption, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { reasonOf } from "../../platform/problem.ts";
import { toastError } from "../../platform/toasts.ts";
import { useAction } from "../../platform/use-action.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { offered } from "../../shell/menus/actions.ts";
import { Later } from "../../shell/menus/Later.tsx";
import { saveText } from "../files/files.ts";
import { videoChanges } from "../video-changes.ts";
import { MediaHead } from "../video/MediaHead.tsx";
import type { Captions } from "./CaptionsDialog.tsx";

const CaptionsDialog = lazyPart(async () => (await import("./CaptionsDialog.tsx")).CaptionsDialog);
const icon = { size: 16, stroke: 1.6 };

/** The captions and subtitles viewers can choose. */
export function CaptionsTable({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("video");
  const mayEdit = useViewer().permissions.video_edit;
  const [edited, setEdited] = useState<Captions | "new" | null>(null);
  const columns = useCaptionsColumns(mayEdit);
  const menu = useCaptionsMenu(video.id, setEdited);
  return (
    <section>
      <MediaHead title={t("captions")}>
        {mayEdit ? (
          <Button variant="default" leftSection={<IconPlus {...icon} />} onClick={() => setEdited("new")}>
            {t("addCaptions")}
          </Button>
        ) : null}
      </MediaHead>
      <DataTable
        label={t("captions")}
        columns={columns}
        rows={video.captions}
        nameOf={({ label }) => label}
        menu={menu}
        actionsWidth={30}
        empty={
          <Box component="p" className="muted" m={0} p={16}>
            {t("captionsEmpty")}
          </Box>
        }
      />
      {video.closed_captions && video.closed_captions.length > 0 ? (
        <Box component="p" className="note" mt={8}>
          {t("closedCaptions", { names: video.closed_captions.join(", ") })}
        </Box>
      ) : null}
      <Later when={edited !== null}>
        {edited === null ? null : (
          <CaptionsDialog video={video} captions={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
        )}
      </Later>
    </section>
  );
}

/** What can be done with captions. */
function useCaptionsMenu(videoId: number, onEdit: (captions: Captions) => void) {
  const { t } = useTranslation(["video", "videos", "layout"]);
  const mayEdit = useViewer().permissions.video_edit;
  const navigate = useNavigate({ from: "/video/$videoId" });
  const place = (id: number) => ({ video_id: videoId, id });
  const remove = useAction((id: number) => api.captions.deleteCaptions(place(id)), {
    changes: videoChanges(videoId),
    failure: t("captionsNotDeleted"),
  });
  const download = useMutation({
    mutationFn: (id: number) => api.captions.readCaptionsFile(place(id)),
    onSuccess: ({ file, file_name }) => saveText(file, file_name, "text/vtt"),
    onError: (error) => toastError(reasonOf(error)),
  });
  const words = { item: t("captionsItem"), action: t("videos:deleteAction") };
  const question = {
    title: t("layout:confirmDeleteTitle", words),
    text: t("layout:confirmPermanently", words),
    yes: t("delete"),
    danger: true,
  };
  return (captions: Captions) => [
    { label: t("captionsDownload"), icon: <IconDownload {...icon} />, onChoose: () => download.mutate(captions.id) },
    ...offered(mayEdit, {
      label: t("editCaptionsText"),
      icon: <IconTextCaption {...icon} />,
      onChoose: () => void navigate({ to: ".", search: (now) => ({ ...now, tab: "media", captions_id: captions.id }) }),
    }),
    ...offered(mayEdit, {
      label: t("editCaptions"),
      icon: <IconPencil {...icon} />,
      onChoose: () => onEdit(captions),
    }),
    ...offered(mayEdit, {
      label: t("delete"),
      icon: <IconTrash {...icon} />,
      danger: true,
      onChoose: () => void remove.mutateAfter(question, captions.id),
    }),
  ];
}

/** Leads to the editor of captions. */
const EditorLink = ({ id, label }: Captions) => (
  <Link from="/video/$videoId" to="." search={(now) => ({ ...now, tab: "media", captions_id: id })} dir="auto">
    {label}
  </Link>
);

function useCaptionsColumns(mayEdit: boolean): Column<Captions>[] {
  const { t } = useTranslation("video");
  return [
    {
      id: "label",
      header: t("captionsLabel"),
      min: 120,
      grow: 2,
      mobile: "title",
      cell: (captions) => (mayEdit ? <EditorLink {...captions} /> : captions.label),
    },
    {
      id: "language",
      header: t("captionsLanguage"),
      min: 96,
      grow: 1,
      priority: 3,
      mobile: "meta",
      cell: ({ language }) => languageName(language),
    },
    {
      id: "kind",
      header: t("captionsKind"),
      min: 80,
      priority: 1,
      mobile: "meta",
      cell: ({ kind }) => t(`kind_${kind}`),
    },
    {
      id: "default",
      header: t("captionsDefault"),
      min: 60,
      priority: 2,
      mobile: "hidden",
      cell: (captions) => (captions.default ? t("yes") : t("no")),
    },
    {
      id: "source",
      header: t("captionsSource"),
      min: 160,
      grow: 1,
      // That viewers do not see them is not to be missed.
      priority: 4,
      mobile: "meta",
      cell: ({ format, cues, automatic, published }) => {
        const source = automatic
          ? t("captionsAutomatic", { count: cues })
          : t("captionsUploaded", { format: format.toUpperCase(), count: cues });
        return published ? source : t("captionsHidden", { source });
      },
    },
  ];
}
