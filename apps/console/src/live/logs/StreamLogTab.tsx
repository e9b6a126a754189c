import { Button } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import { listAddress } from "../../shell/lists/list-address.ts";
import type { StreamDetail } from "../queries.ts";
import { ActivityList } from "./ActivityList.tsx";
import { streamLogView, type LogAddress } from "./log-view.ts";
import { LogList } from "./LogList.tsx";

/** What happened to one livestream: the events of its signal, or what people changed. */
export function StreamLogTab({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("streamLog");
  const navigate = useNavigate();
  const address = streamLogView.read({ ...useSearch({ from: "/app/live/$streamId" }) });
  const go = (log: LogAddress, replace = false) =>
    void navigate({
      to: "/live/$streamId",
      params: { streamId: String(stream.id) },
      search: { tab: "log", ...log },
      replace,
      resetScroll: false,
    });
  const isActivity = address.list === "activity";
  const segments = {
    id: "list",
    label: t("list"),
    all: t("listEvents"),
    options: [{ value: "activity", label: t("listActivity") }],
    value: isActivity ? "activity" : undefined,
    onChange: (value: string | undefined) => go(value === undefined ? {} : { list: "activity" }),
  };
  const at = listAddress(streamLogView, address, go);
  return isActivity ? (
    <ActivityList stream={stream} at={at} segments={segments} />
  ) : (
    <LogList
      projectId={stream.project_id}
      streamId={stream.id}
      at={at}
      segments={segments}
      emptyAction={
        <Button variant="default" onClick={() => go({ list: "activity" })}>
          {t("showActivity")}
        </Button>
      }
    />
  );
}
