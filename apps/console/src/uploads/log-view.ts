import { UPLOAD_RESULTS, UPLOAD_SOURCES } from "@kinora/domain/uploads/uploads.ts";
import { dayOf, idOf, listView, oneOf, searched } from "@kinora/ui/kit/list-view.ts";
import { apiInput } from "../platform/api-input.ts";

/** What the address of the upload log says. */
export const logView = listView({
  search: searched(),
  result: oneOf(UPLOAD_RESULTS),
  source: oneOf(UPLOAD_SOURCES),
  /** Id of the person who uploaded. */
  user: idOf(),
  from: dayOf(),
  to: dayOf(),
});

type LogAddress = ReturnType<typeof logView.read>;

/** What filters the log, as the API is asked for it. */
export function logFilterOf({ search, result, source, user, from, to }: LogAddress) {
  return apiInput("imports.listUploadLog", {
    ...(search === undefined ? {} : { search }),
    ...(result === undefined ? {} : { result: [result] }),
    ...(source === undefined ? {} : { source: [source] }),
    ...(user === undefined ? {} : { user: [user] }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  });
}
