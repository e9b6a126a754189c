import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { api } from "../platform/client.ts";
import type { Question } from "../platform/confirm.ts";
import type { Translate } from "../platform/i18n.ts";

type Impact = Awaited<ReturnType<typeof api.library.getDeletionImpact>>["data"];

/** What is to be deleted: one video by its title, or several. */
type Subject = { title: string } | { count: number };

/**
 * The question before videos are deleted. Where all of them go to the trash it says for how long; else it is the specification's
 * question (§8, Confirmations), with what goes. `impact` is null where that is not known.
 */
export function deletionQuestion(
  t: Translate<["videos", "layout"]>,
  subject: Subject,
  impact: Impact | null,
): Question {
  const one = "title" in subject;
  const count = one ? 1 : subject.count;
  const names = { item: t("item"), items: t("items", { count }), action: t("deleteAction") };
  const title = one ? t("layout:confirmDeleteTitle", names) : t("layout:confirmManyTitle", names);
  const trash = impact === null ? null : { count: impact.trash_days, days: formatNumber(impact.trash_days) };
  const what = one ? t("quoted", { title: subject.title }) : names.items;
  if (impact !== null && trash !== null && impact.to_trash > 0 && impact.to_trash >= impact.videos) {
    return {
      title,
      text: count === 1 ? t("toTrash", { what, ...trash }) : t("toTrashMany", { what, ...trash }),
      yes: t("moveToTrash"),
      danger: true,
    };
  }
  const sentences = [
    one ? t("layout:confirmPermanently", names) : t("layout:confirmMany", names),
    ...(impact === null ? (one ? [what] : []) : [t("goes", { what, ...goesWith(impact) })]),
    ...(trash !== null && impact !== null && impact.to_trash > 0
      ? [t("someToTrash", { videos: t("items", { count: impact.to_trash }), ...trash })]
      : []),
  ];
  return { title, text: sentences.join(" "), yes: t("delete"), danger: true };
}

const goesWith = ({ published, renditions, storage_bytes: bytes }: Impact) => ({
  published: formatNumber(published),
  renditions: formatNumber(renditions),
  size: formatBytes(bytes),
});

/** What goes with videos; null where that could not be found out, which does not keep anybody from deleting them. */
export async function deletionImpact(projectId: number, ids: readonly number[]): Promise<Impact | null> {
  try {
    const { data } = await api.library.getDeletionImpact({ project_id: projectId, ids: [...ids] });
    // They were deleted meanwhile, or are another project's.
    return data.videos === 0 ? null : data;
  } catch {
    return null;
  }
}
