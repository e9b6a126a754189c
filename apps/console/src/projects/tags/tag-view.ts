import { flag, listView, searched, shownAs } from "@kinora/ui/kit/list-view.ts";

/** What the address of the tags page says. */
export const tagView = listView({
  search: searched({ lowerCase: true }),
  /** Only tags that nothing has. */
  unused: flag(),
  sort: shownAs(["name", "-videos", "-created_at"]),
});
