import { listView } from "@kinora/ui/kit/list-view.ts";
import { IconMovie } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { listAddress } from "../../shell/lists/list-address.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { useStreamPoll } from "../list/use-live-streams.ts";
import { recordingsQuery, type StreamDetail } from "../queries.ts";
import { useRecordingColumns } from "./recording-columns.tsx";
import { isUnderWay } from "./recording-view.ts";
import { RecordingActions } from "./RecordingActions.tsx";

/** Videos that are being encoded are read so often. */
const UNDER_WAY_MS = 4_000;

const pages = listView({});

/** The recordings that are shown first. */
export const firstRecordingsQuery = (streamId: number) => recordingsQuery(streamId, pages.pageOf(pages.read({})));

/** Recordings and clips of a livestream with their videos, newest first. */
export function RecordingList({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("recordings");
  const [address, setAddress] = useState(pages.read({}));
  const poll = useStreamPoll();
  const list = useQuery({
    ...recordingsQuery(stream.id, pages.pageOf(address)),
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? UNDER_WAY_MS : poll),
  });
  return (
    <ListPage
      name="recordings"
      label={t("title")}
      height="tall"
      bar={false}
      at={listAddress(pages, address, setAddress)}
      list={list}
      columns={useRecordingColumns()}
      nameOf={({ video, kind }) => video?.title ?? t(`kind_${kind}`)}
      actions={(recording) => <RecordingActions stream={stream} recording={recording} />}
      actionsWidth={168}
      note={({ problem }) => problem}
      permission="streams_view"
      noMatch={t("empty")}
      empty={{ icon: <IconMovie size={22} stroke={1.6} />, title: t("empty"), text: t("emptyText") }}
    />
  );
}
