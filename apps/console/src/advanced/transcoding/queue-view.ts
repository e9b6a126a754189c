import { QUEUE_STATES } from "@kinora/domain/operations/queue.ts";
import { idOf, listView, oneOf, searched } from "@kinora/ui/kit/list-view.ts";

/** What the address of the queue says. */
export const queueView = listView({
  search: searched(),
  state: oneOf(QUEUE_STATES),
  account: idOf(),
  stuck: oneOf(["true"]),
});
