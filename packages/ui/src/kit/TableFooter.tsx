import { ActionIcon, Group } from "@mantine/core";
import { IconChevronDown, IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { formatNumber } from "../numbers.ts";
import { ActionMenu } from "./ActionMenu.tsx";
import { kitTexts } from "./kit-texts.ts";
import styles from "./TableFooter.module.css";

export interface TableFooterProps {
  page: number;
  /** The last page. */
  max: number;
  from: number;
  to: number;
  total: number;
  /** Whether there are more than were counted. */
  more?: boolean;
  /** The page numbers to show, in order. */
  links: readonly number[];
  onPage: (page: number) => void;
  perPage?: { value: number; sizes: readonly number[]; onChange: (perPage: number) => void } | undefined;
}

/** The last line of a table: which rows of how many, how many a page has, and the way to other pages. */
export function TableFooter({ page, max, from, to, total, more = false, links, onPage, perPage }: TableFooterProps) {
  const range = kitTexts.range(formatNumber(from), formatNumber(to), `${formatNumber(total)}${more ? "+" : ""}`);
  return (
    <div className={styles["footer"]}>
      <span>{range}</span>
      {perPage && total > Math.min(...perPage.sizes) ? (
        <ActionMenu
          position="top-start"
          actions={perPage.sizes.map((size) => ({
            label: kitTexts.perPage(size),
            onChoose: () => perPage.onChange(size),
          }))}
        >
          <button type="button" className={styles["perPage"]}>
            {kitTexts.perPage(perPage.value)}
            <IconChevronDown size={12} stroke={2} aria-hidden="true" />
          </button>
        </ActionMenu>
      ) : null}
      {max > 1 ? (
        <Group aria-label={kitTexts.pages} gap={2} wrap="nowrap" ml="auto" renderRoot={(props) => <nav {...props} />}>
          <ActionIcon aria-label={kitTexts.previous} disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <IconChevronLeft size={16} stroke={1.6} />
          </ActionIcon>
          {links.map((link) => (
            <button
              key={link}
              type="button"
              className={styles["page"]}
              aria-label={kitTexts.page(link)}
              aria-current={link === page ? "page" : undefined}
              onClick={() => onPage(link)}
            >
              {link}
            </button>
          ))}
          <ActionIcon aria-label={kitTexts.next} disabled={page >= max} onClick={() => onPage(page + 1)}>
            <IconChevronRight size={16} stroke={1.6} />
          </ActionIcon>
        </Group>
      ) : null}
    </div>
  );
}
