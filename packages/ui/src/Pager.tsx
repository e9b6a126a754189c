import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./Pager.module.css";

interface PagerProps {
  page: number;
  max: number;
  /** The numbers to show, in order. */
  links: readonly number[];
  onPage: (page: number) => void;
  labels: { pages: string; previous: string; next: string; page: (page: number) => string };
  /** Such as "31–60 of 120". */
  summary: ReactNode;
}

/** The numbered links under a list. A single page shows its summary only. */
export function Pager({ page, max, links, onPage, labels, summary }: PagerProps) {
  return (
    <div className={styles["pager"]}>
      <span className={styles["summary"]}>{summary}</span>
      {max > 1 ? (
        <nav aria-label={labels.pages} className={styles["links"]}>
          <ActionIcon aria-label={labels.previous} disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <IconChevronLeft size={16} stroke={1.6} />
          </ActionIcon>
          {links.map((link) => (
            <button
              key={link}
              type="button"
              className={styles["link"]}
              aria-label={labels.page(link)}
              aria-current={link === page ? "page" : undefined}
              onClick={() => onPage(link)}
            >
              {link}
            </button>
          ))}
          <ActionIcon aria-label={labels.next} disabled={page >= max} onClick={() => onPage(page + 1)}>
            <IconChevronRight size={16} stroke={1.6} />
          </ActionIcon>
        </nav>
      ) : null}
    </div>
  );
}
