import { hasSession } from "@kinora/domain/streams.ts";
import { ActionIcon } from "@mantine/core";
import {
  IconCircleCheck,
  IconCircleOff,
  IconCopy,
  IconCopyPlus,
  IconDots,
  IconExternalLink,
  IconKey,
  IconLink,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconTrash,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ActionMenu, offered } from "../layout/ActionMenu.tsx";
import { useViewer } from "../layout/useViewer.ts";
import type { Stream } from "./queries.ts";
import { useStreamActions } from "./useStreamActions.ts";

const icon = { size: 16, stroke: 1.6 };

/** Everything that can be done to a livestream, as far as the person may; `place` leaves out what its page shows beside. */
export function StreamMenu({
  stream,
  projectId,
  place,
  onDeleted,
}: {
  stream: Stream;
  projectId: number;
  place: "row" | "page";
  onDeleted?: () => void;
}) {
  const { t } = useTranslation("live");
  const { permissions } = useViewer();
  const actions = useStreamActions(projectId);
  const { id, name, state, paused, enabled } = stream;
  const control = permissions.streams_control && hasSession(state) && place === "row";
  const inRow = place === "row";
  const manage = permissions.streams_manage;
  return (
    <ActionMenu
      width={200}
      actions={[
        ...offered(inRow, {
          label: t("open"),
          icon: <IconExternalLink {...icon} />,
          renderRoot: (props) => <Link to="/live/$streamId" params={{ streamId: String(id) }} {...props} />,
        }),
        ...offered(inRow, {
          label: t("copyUrl"),
          icon: <IconCopy {...icon} />,
          onChoose: () => void actions.copyUrl(id),
        }),
        ...offered(inRow && permissions.streams_key_view, {
          label: t("copyKey"),
          icon: <IconKey {...icon} />,
          onChoose: () => void actions.copyKey(id),
        }),
        { label: t("copyLink"), icon: <IconLink {...icon} />, onChoose: () => void actions.copyLink(id) },
        ...offered(control, {
          label: paused ? t("unpause") : t("pause"),
          icon: paused ? <IconPlayerPlay {...icon} /> : <IconPlayerPause {...icon} />,
          onChoose: () => void actions.setPaused(stream, !paused),
        }),
        ...offered(control, {
          label: t("end"),
          icon: <IconPlayerStop {...icon} />,
          onChoose: () => void actions.end(stream),
        }),
        ...offered(manage, {
          label: enabled ? t("disable") : t("enable"),
          icon: enabled ? <IconCircleOff {...icon} /> : <IconCircleCheck {...icon} />,
          onChoose: () => void actions.setEnabled(stream, !enabled),
        }),
        ...offered(manage, {
          label: t("duplicate"),
          icon: <IconCopyPlus {...icon} />,
          onChoose: () => void actions.duplicate(stream),
        }),
        ...offered(manage, {
          label: t("delete"),
          icon: <IconTrash {...icon} />,
          danger: true,
          onChoose: () => void actions.remove(stream).then((gone) => gone && onDeleted?.()),
        }),
      ]}
    >
      <ActionIcon aria-label={inRow ? t("actionsOf", { name }) : t("actions")}>
        <IconDots {...icon} />
      </ActionIcon>
    </ActionMenu>
  );
}
