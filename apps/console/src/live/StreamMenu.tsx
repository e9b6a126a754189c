import { hasSession } from "@kinora/domain/streams.ts";
import { ActionIcon, Menu } from "@mantine/core";
import {
  IconCircleCheck,
  IconCircleOff,
  IconCopy,
  IconCopyPlus,
  IconDots,
  IconExternalLink,
  IconLink,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconTrash,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
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
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon aria-label={place === "row" ? t("actionsOf", { name }) : t("actions")}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {place === "row" ? (
          <Menu.Item
            leftSection={<IconExternalLink {...icon} />}
            renderRoot={(props) => <Link to="/live/$streamId" params={{ streamId: String(id) }} {...props} />}
          >
            {t("open")}
          </Menu.Item>
        ) : null}
        {place === "row" ? (
          <Item icon={<IconCopy {...icon} />} onClick={() => void actions.copyUrl(id)}>
            {t("copyUrl")}
          </Item>
        ) : null}
        <Item icon={<IconLink {...icon} />} onClick={() => void actions.copyLink(id)}>
          {t("copyLink")}
        </Item>
        {control ? (
          <>
            <Item
              icon={paused ? <IconPlayerPlay {...icon} /> : <IconPlayerPause {...icon} />}
              onClick={() => void actions.setPaused(stream, !paused)}
            >
              {paused ? t("unpause") : t("pause")}
            </Item>
            <Item icon={<IconPlayerStop {...icon} />} onClick={() => void actions.end(stream)}>
              {t("end")}
            </Item>
          </>
        ) : null}
        {permissions.streams_manage ? (
          <>
            <Item
              icon={enabled ? <IconCircleOff {...icon} /> : <IconCircleCheck {...icon} />}
              onClick={() => void actions.setEnabled(stream, !enabled)}
            >
              {enabled ? t("disable") : t("enable")}
            </Item>
            <Item icon={<IconCopyPlus {...icon} />} onClick={() => void actions.duplicate(stream)}>
              {t("duplicate")}
            </Item>
            <Menu.Item
              color="red"
              leftSection={<IconTrash {...icon} />}
              onClick={() => void actions.remove(stream).then((gone) => gone && onDeleted?.())}
            >
              {t("delete")}
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

function Item({ icon: sign, onClick, children }: { icon: ReactNode; onClick: () => void; children: ReactNode }) {
  return (
    <Menu.Item leftSection={sign} onClick={onClick}>
      {children}
    </Menu.Item>
  );
}
