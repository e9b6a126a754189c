import { readEditedCues } from "@kinora/domain/videos/caption-editing.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { personName } from "@kinora/ui/kit/people.ts";
import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { api } from "../../../platform/client.ts";
import { useTranslation } from "../../../platform/i18n.ts";
import { reasonOf } from "../../../platform/problem.ts";
import { toastError, toastSuccess } from "../../../platform/toasts.ts";
import type { CaptionEdits } from "./use-caption-edits.ts";
import styles from "./Editor.module.css";

/** The saved files of captions, each of which can be loaded in place of what is edited; that is one step to undo. */
export function Versions({ videoId, captionsId, edits }: { videoId: number; captionsId: number; edits: CaptionEdits }) {
  const { t } = useTranslation("captionsEditor");
  const place = { video_id: videoId, id: captionsId };
  const versions = useQuery({
    queryKey: ["captions-versions", captionsId],
    queryFn: async ({ signal }) => (await api.captions.listCaptionsVersions(place, { signal })).data,
  });
  const load = useMutation({
    mutationFn: (version: number) => api.captions.readCaptionsFile({ ...place, version }),
    onSuccess({ file, version }) {
      const cues = readEditedCues(file);
      edits.edit(cues);
      edits.select(cues[0]?.id ?? null);
      toastSuccess(t("versionLoaded", { version }));
    },
    onError: (error) => toastError(reasonOf(error)),
  });
  return (
    <div className={styles["form"]}>
      <p className={styles["note"]}>{versions.isError ? reasonOf(versions.error) : t("versionsHint")}</p>
      <ul className={styles["versions"]}>
        {versions.data?.map(({ version, cues, saved_at: at, saved_by: person }, index) => (
          <li key={version}>
            <span>
              <Moment at={at} />
              {person ? ` · ${personName(person)}` : ""} · {t("versionFacts", { count: cues })}
              {index === 0 ? ` · ${t("versionPresent")}` : ""}
            </span>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t("loadVersionOf", { version })}
              loading={load.isPending && load.variables === version}
              onClick={() => load.mutate(version)}
            >
              {t("loadVersion")}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
