import { FRONT_PRIORITY, type PRIORITIES } from "@kinora/domain/operations/queue.ts";
import type { RowAction } from "@kinora/ui/kit/RowMenu.tsx";
import {
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconBuilding,
  IconMinus,
  IconPlayerStop,
  IconRefresh,
  IconSkull,
  IconTerminal2,
} from "@tabler/icons-react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { queueKey, type QueuedTranscode } from "./queue-queries.ts";

const ICON = { size: 16, stroke: 1.6 };

/** What a superuser does with a transcode. */
export function useQueueMenu(
  watch: (transcode: QueuedTranscode) => void,
  showAccount: (account: number) => void,
): (row: QueuedTranscode) => RowAction[] {
  const { t } = useTranslation("transcoding");
  const options = { changes: [queueKey], failure: t("notChanged") };
  const first = useAction((id: number) => api.advanced.advanceTranscode({ transcode_id: id }), options);
  const place = useAction(
    (wanted: { id: number; priority: (typeof PRIORITIES)[number] }) =>
      api.advanced.prioritiseTranscode({ transcode_id: wanted.id, priority: wanted.priority }),
    options,
  );
  const retry = useAction((id: number) => api.advanced.repeatTranscode({ transcode_id: id }), options);
  const cancel = useAction((id: number) => api.advanced.stopTranscode({ transcode_id: id }), options);
  const kill = useAction((id: number) => api.advanced.killTranscodeTools({ transcode_id: id }), options);
  return (transcode) => {
    const { id, state, video, failure, priority } = transcode;
    const narrowing = {
      label: t("onlyThisAccount"),
      icon: <IconBuilding {...ICON} />,
      onChoose: () => showAccount(transcode.account.id),
    };
    const retrying = { label: t("retry"), icon: <IconRefresh {...ICON} />, onChoose: () => retry.mutate(id) };
    if (state === "failed") return failure?.retryable === false ? [narrowing] : [retrying, narrowing];
    const about = { name: video.title };
    const killing = { title: t("killTitle", about), text: t("killText"), yes: t("kill"), danger: true };
    const cancelling = { title: t("cancelTitle", about), text: t("cancelText"), yes: t("cancel"), danger: true };
    const places = [
      { label: t("raise"), icon: <IconArrowUp {...ICON} />, to: 20 },
      { label: t("normalise"), icon: <IconMinus {...ICON} />, to: 0 },
      { label: t("lower"), icon: <IconArrowDown {...ICON} />, to: -20 },
    ] as const;
    return [
      ...(priority < FRONT_PRIORITY
        ? [{ label: t("first"), icon: <IconArrowBarToUp {...ICON} />, onChoose: () => first.mutate(id) }]
        : []),
      ...places
        .filter(({ to }) => to !== priority)
        .map(({ to, ...action }) => ({ ...action, onChoose: () => place.mutate({ id, priority: to }) })),
      ...(state === "running"
        ? [
            { label: t("jobs"), icon: <IconTerminal2 {...ICON} />, onChoose: () => watch(transcode) },
            {
              label: t("kill"),
              icon: <IconSkull {...ICON} />,
              danger: true,
              onChoose: () => void kill.mutateAfter(killing, id),
            },
          ]
        : []),
      narrowing,
      {
        label: t("cancel"),
        icon: <IconPlayerStop {...ICON} />,
        danger: true,
        onChoose: () => void cancel.mutateAfter(cancelling, id),
      },
    ];
  };
}
