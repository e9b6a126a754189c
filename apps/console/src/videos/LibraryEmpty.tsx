import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Button, Group } from "@mantine/core";
import { IconMovie, IconProgressCheck, IconSearchOff, IconTrash, IconUpload } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { countsQuery } from "./libraryQueries.ts";
import type { LibraryType } from "./libraryView.ts";
import styles from "./LibraryPage.module.css";

interface LibraryEmptyProps {
  projectId: number;
  type: LibraryType;
  /** Given when there may be videos that the filters hide. */
  onClear?: () => void;
}

const icon = { size: 22, stroke: 1.6 } as const;

/** A list with nothing in it says why in its own words, and what can be done about it. */
export function LibraryEmpty({ projectId, type, onClear }: LibraryEmptyProps) {
  const { t } = useTranslation(["videos", "layout", "library"]);
  const counts = useQuery(countsQuery(projectId)).data;
  if (onClear) {
    return (
      <Framed>
        <EmptyState
          icon={<IconSearchOff {...icon} />}
          title={t("emptyFilter")}
          action={
            <Button variant="default" onClick={onClear}>
              {t("layout:clearFilters")}
            </Button>
          }
        />
      </Framed>
    );
  }
  if (type === "completed" || type === "recent") return <NothingYet projectId={projectId} />;
  const trashDays = counts?.trash_days;
  const words = {
    inprogress: { icon: <IconProgressCheck {...icon} />, title: t("emptyInProgress"), text: t("emptyInProgressText") },
    failed: { icon: <IconMovie {...icon} />, title: t("library:emptyFailed"), text: undefined },
    trash: {
      icon: <IconTrash {...icon} />,
      title: t("library:emptyTrash"),
      text:
        trashDays === undefined
          ? undefined
          : trashDays === 0
            ? t("library:emptyTrashOff")
            : t("library:emptyTrashText", { count: trashDays, days: formatNumber(trashDays) }),
    },
  }[type];
  return (
    <Framed>
      <EmptyState icon={words.icon} title={words.title}>
        {words.text}
      </EmptyState>
    </Framed>
  );
}

const Framed = ({ children }: { children: ReactNode }) => <div className={styles["framed"]}>{children}</div>;

/** A project without videos: the thing to do is to upload, or to try with a film made on the spot. */
function NothingYet({ projectId }: { projectId: number }) {
  const { t } = useTranslation(["videos", "library", "layout"]);
  const { permissions } = useViewer();
  const client = useQueryClient();
  const sample = useMutation({
    mutationFn: () => api.imports.addSampleVideo({ project_id: projectId }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError(error) {
      const { status, message } = problemOf(error);
      if (status !== 403) toastError(message ?? t("layout:error"));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["videos"] }),
  });
  if (!permissions.video_add) {
    return (
      <Framed>
        <EmptyState icon={<IconMovie {...icon} />} title={t("empty")} />
      </Framed>
    );
  }
  return (
    <Framed>
      <EmptyState
        icon={<IconMovie {...icon} />}
        title={t("empty")}
        action={
          <Group gap="xs" justify="center">
            <Button
              leftSection={<IconUpload size={16} stroke={1.6} />}
              renderRoot={(props) => <Link to="/upload" {...props} />}
            >
              {t("upload")}
            </Button>
            <Button variant="default" loading={sample.isPending} onClick={() => sample.mutate()}>
              {t("library:addSample")}
            </Button>
          </Group>
        }
      >
        {t("emptyText")}
      </EmptyState>
    </Framed>
  );
}
