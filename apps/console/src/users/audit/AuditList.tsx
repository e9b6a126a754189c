import { AUDIT_WRITTEN_EVENT, projectChannel } from "@kinora/domain/realtime.ts";
import { queryOf } from "@kinora/ui/kit/list-view.ts";
import { formatDayInWords } from "@kinora/ui/moments.ts";
import { ActionIcon, Button } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconDownload, IconHistory } from "@tabler/icons-react";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, apiHost } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { listen, POLL_WITHOUT_PUSH_MS, realtime } from "../../platform/realtime.ts";
import { useStore } from "../../platform/store.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { auditKey } from "../queries.ts";
import type { UsersAt } from "../users-view.ts";
import { useAuditColumns } from "./audit-columns.tsx";
import { auditFilterOf, useAuditFilters } from "./audit-filter.ts";
import { actionInWords } from "./audit-words.ts";
import { AuditValues } from "./AuditValues.tsx";

const ICON = { size: 16, stroke: 1.6 };

/** The entries of the audit log that the address's filters show; new ones appear while it is open. */
function useAudit(projectId: number, { address }: UsersAt) {
  const filter = auditFilterOf(address);
  const client = useQueryClient();
  const isPushed = useStore(realtime, ({ connected }) => connected);
  const pages = useInfiniteQuery({
    queryKey: [...auditKey(projectId), filter],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      api.audit.listAudit(
        { project_id: projectId, ...filter, ...(pageParam === null ? {} : { before: pageParam }) },
        { signal },
      ),
    getNextPageParam: ({ data, more }) => (more ? (data.at(-1)?.id ?? null) : null),
    refetchInterval: ({ state }) => (isPushed || (state.data?.pages.length ?? 0) > 1 ? false : POLL_WITHOUT_PUSH_MS),
  });
  // Who reads further back is not interrupted: each page would be read again.
  const isFirst = (pages.data?.pages.length ?? 0) <= 1;
  useEffect(() => {
    if (!isFirst) return;
    return listen(
      projectChannel(projectId),
      AUDIT_WRITTEN_EVENT,
      () => void client.invalidateQueries({ queryKey: auditKey(projectId) }),
    );
  }, [client, projectId, isFirst]);
  return pages;
}

/** Who changed what in the project, newest first, day by day. */
export function AuditList({ projectId, at }: { projectId: number; at: UsersAt }) {
  const { t } = useTranslation("audit");
  const pages = useAudit(projectId, at);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) => setOpen(new Set(open.has(id) ? [...open].filter((one) => one !== id) : [...open, id]));
  const entries = pages.data?.pages.flatMap(({ data }) => data);
  return (
    <>
      <ListPage
        name="audit"
        label={t("audit")}
        at={at}
        list={{ ...pages, isPlaceholderData: false, data: entries && { data: entries } }}
        columns={useAuditColumns()}
        nameOf={({ action, object }) => `${actionInWords(action)} ${object.title}`}
        section={(entry) => formatDayInWords(entry.at)}
        searchLabel={t("search")}
        filters={useAuditFilters(projectId, at)}
        tools={<ExportButton projectId={projectId} at={at} />}
        permission="users_manage"
        noMatch={t("noMatch")}
        empty={{ icon: <IconHistory size={22} stroke={1.6} />, title: t("empty"), text: t("emptyText") }}
        actionsWidth={30}
        onOpen={({ id }) => toggle(id)}
        actions={({ id, action }) => (
          <ActionIcon
            aria-expanded={open.has(id)}
            aria-label={t(open.has(id) ? "hide" : "show", { name: actionInWords(action) })}
            onClick={() => toggle(id)}
          >
            {open.has(id) ? <IconChevronUp {...ICON} /> : <IconChevronDown {...ICON} />}
          </ActionIcon>
        )}
        detail={(entry) => (open.has(entry.id) ? <AuditValues entry={entry} /> : null)}
      />
      {pages.hasNextPage ? (
        <Button variant="default" mt="sm" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t("more")}
        </Button>
      ) : null}
    </>
  );
}

function ExportButton({ projectId, at }: { projectId: number; at: UsersAt }) {
  const { t } = useTranslation("audit");
  return (
    <Button
      variant="default"
      leftSection={<IconDownload {...ICON} />}
      renderRoot={({ children, ...props }) => (
        <a
          href={`${apiHost()}/projects/${projectId}/audit.csv?${queryOf(auditFilterOf(at.address))}`}
          download
          {...props}
        >
          {children}
        </a>
      )}
    >
      {t("exportCsv")}
    </Button>
  );
}
