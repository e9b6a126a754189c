import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import type { Person } from "@kinora/ui/kit/people.ts";
import { PersonName } from "@kinora/ui/kit/PersonName.tsx";
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

/** Who a person is, whatever the place in which people are listed. */
export const personColumn = <Row extends Person & { avatar_url: string | null }>(
  header: string,
  detailOf: (person: Row, phone: boolean) => string,
  min = 220,
): Column<Row> => ({
  id: "name",
  header,
  min,
  grow: 2,
  mobile: "title",
  cell: (person, { phone }) => (
    <PersonName person={person} picture={person.avatar_url} detail={detailOf(person, phone)} />
  ),
});

/** Whether a person has a second factor. */
export const factorColumn = <Row extends { second_factor: boolean | null }>(
  header: string,
  priority: number,
  inWords: (on: boolean) => string,
  min = 120,
): Column<Row> => ({
  id: "factor",
  header,
  min,
  priority,
  optional: true,
  mobile: "hidden",
  cell: ({ second_factor: on }) => inWords(on ?? false),
});

/** When a person was here last. */
export const seenColumn = <Row extends { last_seen_at: string | null }>(
  header: string,
  priority: number,
  never: string,
): Column<Row> => ({
  id: "seen",
  header,
  min: 120,
  priority,
  optional: true,
  mobile: "meta",
  cell: ({ last_seen_at: at }) => <Moment at={at} never={never} />,
});
