import { FilterBar } from "@kinora/ui/kit/FilterBar.tsx";
import { Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../platform/i18n.ts";
import { SearchBox } from "../../shell/fields/SearchBox.tsx";
import { EVERYTHING, labelsQuery, type Wanted } from "./library-query.ts";

/** What the library beside a playlist is narrowed to: a text, published or not, a category and a tag. */
export function LibraryFilters({
  projectId,
  wanted,
  onChange,
}: {
  projectId: number;
  wanted: Wanted;
  onChange: (wanted: Wanted) => void;
}) {
  const { t } = useTranslation(["managePlaylist", "playlists"]);
  const categories = useQuery(labelsQuery("categories", projectId));
  const tags = useQuery(labelsQuery("tags", projectId));
  const narrow = (change: Partial<Wanted>) => onChange({ ...wanted, ...change, page: 1 });
  const choice = (id: "category" | "tag", label: string, options: { id: number; name: string }[] | undefined) => ({
    kind: "choice" as const,
    id,
    label,
    options: (options ?? []).map((option) => ({ value: String(option.id), label: option.name })),
    value: wanted[id] === undefined ? undefined : String(wanted[id]),
    onChange: (value: string | undefined) => narrow({ [id]: value === undefined ? undefined : Number(value) }),
  });
  const status = {
    kind: "choice" as const,
    id: "published",
    label: t("playlists:filterPublished"),
    options: [
      { value: "true", label: t("playlists:published") },
      { value: "false", label: t("playlists:unpublished") },
    ],
    value: wanted.published,
    onChange: (value: string | undefined) =>
      narrow({ published: value === "true" || value === "false" ? value : undefined }),
  };
  return (
    <Box pt="sm" px="md">
      <FilterBar
        search={
          <SearchBox value={wanted.search} label={t("searchLibrary")} onSearch={(search) => narrow({ search })} />
        }
        filters={[
          status,
          choice("category", t("filterCategory"), categories.data),
          choice("tag", t("filterTag"), tags.data),
        ]}
        onClear={() => onChange(EVERYTHING)}
      />
    </Box>
  );
}
