import { Title } from "@mantine/core";
import { useEffect, type ReactNode } from "react";

interface ColumnProps {
  title: string;
  lead?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

/** The one column of every page: the product's mark, what this page is for, and its form. */
export function Column({ title, lead, wide = false, children }: ColumnProps) {
  useEffect(() => {
    document.title = `${title} – Kinora`;
  }, [title]);
  return (
    <main className={wide ? "column wide" : "column"}>
      <div className="mark">
        <img src="/favicon.svg" alt="" />
        Kinora
      </div>
      <Title order={1}>{title}</Title>
      <p className="lead">{lead}</p>
      {children}
    </main>
  );
}
