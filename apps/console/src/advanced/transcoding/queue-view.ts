import { QUEUE_AGES, QUEUE_STATES } from "@kinora/domain/operations/queue.ts";
import { idOf, listView, oneOf, searched } from "@kinora/ui/kit/list-view.ts";

/** What the address of the queue says. */
export const queueView = listView({
  search: searched(),
  state: oneOf(QUEUE_STATES),
  account: idOf(),
  older: oneOf(QUEUE_AGES),
  stuck: oneOf(["true"]),
});
