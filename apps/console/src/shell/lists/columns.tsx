import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";

interface Head {
  id: string;
  header: string;
  priority: number;
}

/** A column of numbers, which leaves early and is not on phones. */
export const countColumn = <Row,>(
  { id, header, priority }: Head,
  count: (row: Row) => number,
  min = 80,
): Column<Row> => ({
  id,
  header,
  min,
  priority,
  align: "end",
  optional: true,
  mobile: "hidden",
  cell: (row) => formatNumber(count(row)),
});

/** When a row was made. */
export const createdColumn = <Row extends { created_at: string }>(header: string, priority: number): Column<Row> => ({
  id: "created",
  header,
  min: 120,
  priority,
  optional: true,
  mobile: "hidden",
  cell: ({ created_at: at }) => <Moment at={at} never="" />,
});
