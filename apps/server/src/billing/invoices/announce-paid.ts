import type { Tx } from "@kinora/db/connect.ts";
import type { Services } from "../../context.ts";
import type { actorOf } from "../../platform/access/caller.ts";

/** Emits that an invoice is paid, for webhooks and other listeners. */
export const announcePaid = (
  services: Pick<Services, "emit">,
  tx: Tx,
  { id, account_id: accountId }: { id: number; account_id: number },
  actor: ReturnType<typeof actorOf>,
): Promise<void> =>
  services.emit(tx, {
    type: "invoice.paid",
    accountId,
    projectId: null,
    payload: { account_id: accountId, invoice_id: id },
    actor,
  });
