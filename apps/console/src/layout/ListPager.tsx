import { pageLinks, type Pagination } from "@kinora/domain/pages.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Pager } from "@kinora/ui/Pager.tsx";
import { useTranslation } from "react-i18next";
import { BREAKPOINTS, useNarrowerThan } from "../platform/useMediaQuery.ts";

/** The links below a list: 7 of them, 5 on narrow windows (spec §9). */
export function ListPager({
  pagination,
  more = false,
  onPage,
}: {
  pagination: Pagination;
  more?: boolean;
  onPage: (page: number) => void;
}) {
  const { t } = useTranslation("layout");
  const links = useNarrowerThan(BREAKPOINTS.pagination) ? 5 : 7;
  const { page, max, from, to, total } = pagination;
  if (total === 0) return null;
  return (
    <Pager
      page={page}
      max={max}
      links={pageLinks(page, max, links)}
      onPage={onPage}
      summary={t("pageRange", {
        from: formatNumber(from),
        to: formatNumber(to),
        total: `${formatNumber(total)}${more ? "+" : ""}`,
      })}
      labels={{
        pages: t("pages"),
        previous: t("previousPage"),
        next: t("nextPage"),
        page: (number) => t("pageNumber", { page: number }),
      }}
    />
  );
}
