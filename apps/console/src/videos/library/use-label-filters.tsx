import type { Filter } from "@kinora/ui/kit/filters.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useStore } from "../../platform/store.ts";
import { labelNames, nameOfLabel } from "../label-names.ts";
import { LabelFilter } from "./filter-editors.tsx";
import type { LibraryAt } from "./library-view.ts";

/** The category and the tags that a list of the library is narrowed to. */
export function useLabelFilters(projectId: number, at: LibraryAt): Filter[] {
  return [useCategoryFilter(projectId, at), ...useTagFilters(projectId, at)];
}

function useCategoryFilter(projectId: number, { address: { category }, show }: LibraryAt): Filter {
  const { t } = useTranslation("library");
  const seen = useStore(labelNames, (value) => value.seen);
  const nameOf = (id: number) => nameOfLabel(seen, "category", id) ?? t("unknown", { id });
  return {
    kind: "own",
    id: "category",
    label: t("category"),
    words: category === undefined ? undefined : category === "none" ? t("none") : nameOf(category),
    onClear: () => show({ category: undefined }),
    editor: (done) => (
      <LabelFilter
        noun="category"
        projectId={projectId}
        none={t("withoutCategory")}
        onChoose={(chosen) => {
          show({ category: chosen });
          done();
        }}
      />
    ),
  };
}

/** Each chosen tag, one more, and whether a video has all of them or any. */
function useTagFilters(projectId: number, { address, show }: LibraryAt): Filter[] {
  const { t } = useTranslation("library");
  const seen = useStore(labelNames, (value) => value.seen);
  const { tags = [] } = address;
  const withTags = (ids: readonly number[]) => show({ tags: ids.length === 0 ? undefined : [...ids] });
  const mode: Filter = {
    kind: "choice",
    id: "tags_mode",
    label: t("tagsMode"),
    options: [{ value: "all", label: t("allTags") }],
    value: address.tags_mode,
    onChange: (value) => show({ tags_mode: value === "all" ? value : undefined }),
  };
  return [
    ...tags.map((id): Filter => ({
      kind: "own",
      id: `tag-${id}`,
      label: t("tag"),
      words: nameOfLabel(seen, "tag", id) ?? t("unknown", { id }),
      onClear: () => withTags(tags.filter((each) => each !== id)),
      editor: (done) => (
        <LabelFilter
          noun="tag"
          projectId={projectId}
          without={tags}
          onChoose={(chosen) => {
            if (chosen !== "none") withTags(tags.map((each) => (each === id ? chosen : each)));
            done();
          }}
        />
      ),
    })),
    {
      kind: "own",
      id: "tags",
      label: t("tag"),
      words: address.untagged ? t("none") : undefined,
      onClear: () => show({ untagged: undefined }),
      editor: (done) => (
        <LabelFilter
          noun="tag"
          projectId={projectId}
          without={tags}
          none={t("untagged")}
          onChoose={(chosen) => {
            if (chosen === "none") show({ tags: undefined, tags_mode: undefined, untagged: true });
            else show({ untagged: undefined, tags: [...tags, chosen] });
            done();
          }}
        />
      ),
    },
    ...(tags.length > 1 ? [mode] : []),
  ];
}
