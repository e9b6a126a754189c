import { operations, projectGrant } from "../platform/http/operations.ts";
import { exportAudit, listAudit, listAuditActions } from "./service.ts";

const { audit } = operations;

/** The operations of the audit log. */
export const auditRoutes = {
  listAudit: audit.listAudit.handler(({ context, input: { project_id: _project, before, per_page, ...filter } }) =>
    listAudit(context, projectGrant(context), filter, { before, per_page }),
  ),
  listAuditActions: audit.listAuditActions.handler(async ({ context }) => ({
    data: await listAuditActions(context, projectGrant(context)),
  })),
  exportAudit: audit.exportAudit.handler(({ context, input: { project_id: _project, ...filter } }) =>
    exportAudit(context, projectGrant(context), filter),
  ),
};
