import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { personName } from "@kinora/ui/kit/people.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import type { StreamLogEntry } from "../queries.ts";

/** The columns of the live log. @param named whether events of several livestreams are in it. */
export function useLogColumns(named: boolean): Column<StreamLogEntry>[] {
  const { t } = useTranslation("streamLog");
  const stream = useStreamColumn<StreamLogEntry>();
  return [
    {
      id: "time",
      header: t("columnTime"),
      min: 92,
      mobile: "meta",
      cell: ({ at }) => <Moment at={at} as="time" />,
    },
    {
      id: "type",
      header: t("columnType"),
      min: 168,
      mobile: "title",
      cell: ({ type, severity }) => (
        <StatusDot state={severity}>
          {t(`type_${type}`)}
          {severity === "info" ? null : <VisuallyHidden>, {t(`severity_${severity}`)}</VisuallyHidden>}
        </StatusDot>
      ),
    },
    ...(named ? [stream] : []),
    {
      id: "detail",
      header: t("columnDetail"),
      min: 160,
      grow: 3,
      mobile: "meta",
      cell: ({ detail }) => <span title={detail}>{detail}</span>,
    },
    {
      id: "client",
      header: t("columnClient"),
      min: 108,
      priority: 1,
      mobile: "hidden",
      optional: true,
      cell: ({ client_ip: ip }) => <span className="mono">{ip}</span>,
    },
    {
      id: "user",
      header: t("columnUser"),
      min: 120,
      priority: 2,
      mobile: "hidden",
      optional: true,
      cell: ({ user }) => (user ? <bdi className="muted">{personName(user)}</bdi> : null),
    },
  ];
}

/** The livestream a row belongs to. */
export function useStreamColumn<Row extends { stream: { id: number; name: string } }>(): Column<Row> {
  const { t } = useTranslation("streamLog");
  return {
    id: "stream",
    header: t("columnStream"),
    min: 130,
    grow: 1,
    mobile: "meta",
    cell: ({ stream: { id, name } }) => (
      <Link to="/live/$streamId" params={{ streamId: String(id) }} title={name} dir="auto">
        {name}
      </Link>
    ),
  };
}
