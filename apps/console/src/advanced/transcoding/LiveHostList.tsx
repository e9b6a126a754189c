import { RowMenu } from "@kinora/ui/kit/RowMenu.tsx";
import { formatAgo } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Group, Stack } from "@mantine/core";
import { IconPlayerPlay, IconPlayerTrackNext } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { ListProblem } from "../../shell/lists/ListProblem.tsx";
import { liveHostsKey, liveHostsQuery, type ListedLiveHost } from "./queue-queries.ts";
import styles from "./Transcoding.module.css";

const ICON = { size: 16, stroke: 1.6 };

/** The live hosts: what each has on air, and whether it takes more. */
export function LiveHostList() {
  const { t } = useTranslation("transcoding");
  const list = useQuery(liveHostsQuery());
  return (
    <Stack mb={16}>
      <Panel title={t("liveHosts")}>
        {list.isPending ? <SkeletonRows rows={2} thumb={false} label={t("loadingLiveHosts")} /> : null}
        {list.isError && !list.data ? <ListProblem list={list} /> : null}
        {list.data ? <Hosts hosts={list.data} /> : null}
      </Panel>
    </Stack>
  );
}

function Hosts({ hosts }: { hosts: ListedLiveHost[] }) {
  const { t } = useTranslation("transcoding");
  if (hosts.length === 0) return <p className="muted">{t("noLiveHosts")}</p>;
  return (
    <ul className={styles["workers"]} aria-label={t("liveHosts")}>
      {hosts.map((host) => (
        <Host key={host.name} host={host} alone={isAlone(hosts, host.name)} />
      ))}
    </ul>
  );
}

/** Whether no other live host takes livestreams. */
const isAlone = (hosts: readonly ListedLiveHost[], name: string) =>
  hosts.every((other) => other.name === name || other.state !== "in_service");

function Host({ host, alone }: { host: ListedLiveHost; alone: boolean }) {
  const { t } = useTranslation("transcoding");
  const { name, state, seen_at: seen, url, streams, published, ladders, ladders_used: used } = host;
  const words = useStateWords(host, alone);
  const actions = useHostActions(host, alone);
  return (
    <li>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <StatusDot state={dotOf(host)} detail={words}>
          {name}
        </StatusDot>
        {state === "away" ? null : <RowMenu label={t("hostActionsFor", { name })} actions={actions} />}
      </Group>
      <p className="note">
        {[
          url,
          ...(state === "away" ? [t("hostSeen", { since: formatAgo(seen) })] : []),
          t("hostStreams", { streams: formatNumber(streams), published: formatNumber(published) }),
          ladders === null ? t("hostNotMeasured") : t("hostLadders", { used: tenth(used), ladders: tenth(ladders) }),
        ].join(" · ")}
      </p>
    </li>
  );
}

const dotOf = ({ state, streams }: ListedLiveHost) => {
  if (state === "away") return "gone";
  if (state === "drained") return "paused";
  return streams > 0 ? "running" : "idle";
};

function useStateWords({ state, published }: ListedLiveHost, alone: boolean): string {
  const { t } = useTranslation("transcoding");
  if (state === "away") return t("hostAway");
  if (state === "in_service") return t("hostInService");
  // Where every host is drained, they continue as if none were.
  if (alone) return t("hostDrainedAlone");
  return published > 0 ? t("hostDraining", { count: published }) : t("drained");
}

const tenth = (ladders: number): string => formatNumber(Math.round(ladders * 10) / 10);

/** What a superuser does with a live host. */
function useHostActions({ name, state }: ListedLiveHost, alone: boolean) {
  const { t } = useTranslation("transcoding");
  const options = { changes: [liveHostsKey], failure: t("hostNotChanged") };
  const drain = useAction(() => api.advanced.drainLiveHost({ live_host: name }), options);
  const resume = useAction(() => api.advanced.resumeLiveHost({ live_host: name }), options);
  const question = {
    title: t("drainTitle", { name }),
    text: alone ? t("drainOnlyHostText") : t("drainHostText"),
    yes: t("drain"),
    danger: alone,
  };
  return [
    state === "in_service"
      ? {
          label: t("drain"),
          icon: <IconPlayerTrackNext {...ICON} />,
          onChoose: () => void drain.mutateAfter(question, undefined),
        }
      : { label: t("resumeHost"), icon: <IconPlayerPlay {...ICON} />, onChoose: () => resume.mutate(undefined) },
  ];
}
