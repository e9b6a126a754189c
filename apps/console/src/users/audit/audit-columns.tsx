import { AUDIT_OBJECTS } from "@kinora/domain/people/audit.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import type { AuditEntry } from "../queries.ts";
import { actionInWords } from "./audit-words.ts";

/** The columns of the audit log. */
export function useAuditColumns(): Column<AuditEntry>[] {
  const { t } = useTranslation("audit");
  const changesOf = useChangesInWords();
  return [
    { id: "time", header: t("time"), min: 92, mobile: "meta", cell: ({ at }) => <Moment at={at} as="time" /> },
    { id: "who", header: t("who"), min: 150, grow: 1, mobile: "meta", cell: (entry) => <Who entry={entry} /> },
    {
      id: "action",
      header: t("action"),
      min: 180,
      mobile: "title",
      cell: ({ action }) => <span title={action}>{actionInWords(action)}</span>,
    },
    {
      id: "object",
      header: t("object"),
      min: 150,
      grow: 2,
      mobile: "meta",
      // On a phone, the action above it says what kind of thing it is.
      cell: ({ object }, { phone }) => <AuditedObject object={object} brief={phone} />,
    },
    {
      id: "changes",
      header: t("changes"),
      min: 140,
      grow: 2,
      priority: 2,
      mobile: "hidden",
      optional: true,
      cell: (entry) => <span className="muted">{changesOf(entry)}</span>,
    },
    {
      id: "address",
      header: t("address"),
      min: 120,
      priority: 1,
      mobile: "hidden",
      optional: true,
      cell: ({ address }) => <span className="mono">{address}</span>,
    },
  ];
}

/** The person, key or part of the platform that made a change, and as whom. */
function Who({ entry: { source, actor } }: { entry: AuditEntry }) {
  const { t } = useTranslation("audit");
  if (source === "console")
    return (
      <span>
        <bdi>{actor.name || t("formerUser")}</bdi>
        {actor.as === "person" ? <span className="muted"> {t("as_person", { name: actor.as_name ?? "" })}</span> : null}
        {actor.as === "superuser" ? <span className="muted"> {t("as_superuser")}</span> : null}
      </span>
    );
  if (source === "key")
    return (
      <span>
        <span className="muted">{t("source_key")}</span> <bdi>{actor.name || t("deletedKey")}</bdi>
      </span>
    );
  return <span className="muted">{t(`source_${source}`)}</span>;
}

/** What was changed, by the title it had then: a link while it exists and has a page. */
function AuditedObject({
  object: { type, id, title, exists },
  brief,
}: {
  object: AuditEntry["object"];
  brief: boolean;
}) {
  const { t } = useTranslation("audit");
  const known = AUDIT_OBJECTS.find((one) => one === type);
  const kind = known ? t(`object_${known}`) : type;
  const name = title || `#${id ?? ""}`;
  const link = { title: name, children: name, dir: "auto" };
  const to = exists && id !== null ? String(id) : null;
  return (
    <>
      {brief ? null : <span className="muted">{kind} </span>}
      {to !== null && type === "video" ? (
        <Link to="/video/$videoId" params={{ videoId: to }} {...link} />
      ) : to !== null && type === "stream" ? (
        <Link to="/live/$streamId" params={{ streamId: to }} {...link} />
      ) : to !== null && type === "player" ? (
        <Link to="/player/$playerId" params={{ playerId: to }} {...link} />
      ) : to !== null && type === "playlist" ? (
        <Link to="/playlist/$playlistId" params={{ playlistId: to }} {...link} />
      ) : to !== null && type === "restriction" ? (
        <Link to="/settings/restrictions/$profileId" params={{ profileId: to }} {...link} />
      ) : (
        <bdi title={name}>{name}</bdi>
      )}
    </>
  );
}

function useChangesInWords() {
  const { t } = useTranslation("audit");
  return ({ changes }: AuditEntry): string =>
    changes
      .map(({ name, before, after }) => {
        const value = after ?? t("none");
        return `${name.replaceAll("_", " ")}: ${before === null ? value : `${before} → ${value}`}`;
      })
      .join(" · ");
}
