import { RESTREAMS_MAX } from "@kinora/domain/live/streams.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button, Stack } from "@mantine/core";
import { IconPlus, IconShare } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { WithFeature } from "../../shell/frame/WithFeature.tsx";
import { ListProblem } from "../../shell/lists/ListProblem.tsx";
import { useStreamPoll } from "../list/use-live-streams.ts";
import { restreamsQuery, type Restream, type StreamDetail } from "../queries.ts";
import { RestreamRow } from "./RestreamRow.tsx";
import styles from "../stream/Stream.module.css";

const RestreamDialog = lazyPart(async () => (await import("./RestreamDialog.tsx")).RestreamDialog);

/** Other platforms a livestream is sent on to; everything here can be changed while it is on air. */
export function RestreamTab({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("stream");
  const { permissions } = useViewer();
  const targets = useQuery({ ...restreamsQuery(stream.id), refetchInterval: useStreamPoll() });
  const [open, setOpen] = useState<Restream | "new" | null>(null);
  if (!targets.data) {
    return targets.isError ? (
      <ListProblem list={targets} permission="streams_view" />
    ) : (
      <SkeletonRows rows={3} thumb={false} label={t("restreamsLoading")} />
    );
  }
  const full = targets.data.length >= RESTREAMS_MAX;
  const isEmpty = targets.data.length === 0;
  const add = permissions.streams_manage ? (
    <WithFeature feature="restreams">
      <Button
        {...(isEmpty ? {} : { size: "compact-sm", variant: "default" })}
        disabled={full}
        leftSection={<IconPlus size={14} stroke={1.6} />}
        onClick={() => setOpen("new")}
      >
        {t("restreamAdd")}
      </Button>
    </WithFeature>
  ) : undefined;
  return (
    <>
      {isEmpty ? (
        <EmptyState icon={<IconShare size={22} stroke={1.6} />} title={t("restreamsEmpty")} action={add}>
          {permissions.streams_manage ? t("restreamsText") : undefined}
        </EmptyState>
      ) : (
        <Panel title={t("restreams")} action={add} flush>
          <Stack component="ul" gap={0}>
            {targets.data.map((target) => (
              <RestreamRow key={target.id} stream={stream} target={target} onEdit={() => setOpen(target)} />
            ))}
          </Stack>
          {full && permissions.streams_manage ? (
            <p className={styles["foot"]}>{t("restreamFull", { max: RESTREAMS_MAX })}</p>
          ) : null}
        </Panel>
      )}
      {open === null ? null : (
        <Suspense fallback={null}>
          <RestreamDialog stream={stream} target={open === "new" ? null : open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
