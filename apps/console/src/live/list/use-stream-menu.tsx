import { hasSession } from "@kinora/domain/live/stream-states.ts";
import type { RowAction } from "@kinora/ui/kit/RowMenu.tsx";
import {
  IconActivity,
  IconCircleCheck,
  IconCircleOff,
  IconCopy,
  IconCopyPlus,
  IconExternalLink,
  IconKey,
  IconLink,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconTrash,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { useCurlAction } from "../../shell/menus/use-curl-action.tsx";
import type { Stream } from "../queries.ts";
import { useStreamActions } from "../stream/use-stream-actions.ts";

const icon = { size: 16, stroke: 1.6 };

const when = (shown: boolean, ...actions: RowAction[]): readonly RowAction[] => (shown ? actions : []);

/** What can be done to a livestream, as far as the person may; `place` leaves out what its page shows beside the menu. */
export function useStreamMenu(projectId: number, place: "row" | "page", onDeleted?: () => void) {
  const { t } = useTranslation(["live", "layout"]);
  const { permissions } = useViewer();
  const actions = useStreamActions(projectId, onDeleted);
  const manage = permissions.streams_manage;
  const curl = useCurlAction();

  const openAndCopy = ({ id }: Stream) => [
    {
      label: t("open"),
      icon: <IconExternalLink {...icon} />,
      renderRoot: (props: object) => <Link to="/live/$streamId" params={{ streamId: String(id) }} {...props} />,
    },
    { label: t("copyUrl"), icon: <IconCopy {...icon} />, onChoose: () => void actions.copyUrl(id) },
    ...when(permissions.streams_key_view, {
      label: t("copyKey"),
      icon: <IconKey {...icon} />,
      onChoose: () => void actions.copyKey(id),
    }),
  ];
  const control = (stream: Stream) => [
    {
      label: t(stream.paused ? "unpause" : "pause"),
      icon: stream.paused ? <IconPlayerPlayFilled size={16} /> : <IconPlayerPauseFilled size={16} />,
      onChoose: () => void actions.setPaused(stream, !stream.paused),
    },
    { label: t("end"), icon: <IconPlayerStopFilled size={16} />, onChoose: () => void actions.end(stream) },
  ];
  const change = (stream: Stream) => [
    {
      label: t(stream.enabled ? "disable" : "enable"),
      icon: stream.enabled ? <IconCircleOff {...icon} /> : <IconCircleCheck {...icon} />,
      onChoose: () => void actions.setEnabled(stream, !stream.enabled),
    },
    { label: t("duplicate"), icon: <IconCopyPlus {...icon} />, onChoose: () => actions.duplicate(stream) },
    {
      label: t("delete"),
      icon: <IconTrash {...icon} />,
      danger: true,
      onChoose: () => void actions.remove(stream),
    },
  ];
  return (stream: Stream): readonly RowAction[] => [
    ...when(place === "row", ...openAndCopy(stream)),
    { label: t("copyLink"), icon: <IconLink {...icon} />, onChoose: () => void actions.copyLink(stream.id) },
    ...when(permissions.analytics_view, {
      label: t("layout:analytics"),
      icon: <IconActivity {...icon} />,
      renderRoot: (props: object) => (
        <Link to="/live/$streamId" params={{ streamId: String(stream.id) }} search={{ tab: "analytics" }} {...props} />
      ),
    }),
    curl(`/streams/${stream.id}`),
    ...when(place === "row" && permissions.streams_control && hasSession(stream.state), ...control(stream)),
    ...when(manage, ...change(stream)),
  ];
}
