import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useState, type KeyboardEvent } from "react";
import { formatDate, formatMonth } from "../moments.ts";
import { dayAfter, monthAfter, weeksOf, type DaysFilter } from "./filters.ts";
import { kitTexts } from "./kit-texts.ts";
import { usePhone } from "./use-width.ts";
import styles from "./FilterPanels.module.css";

const WEEKDAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

interface CalendarProps {
  filter: DaysFilter;
  /** Days are `2030-01-31`. */
  today: string;
  onDay: (day: string) => void;
}

/** Two months, on phones one, of which a day is chosen. */
export function DaysCalendar({ filter, today, onDay }: CalendarProps) {
  const phone = usePhone();
  const [month, setMonth] = useState(() => monthAfter((filter.from ?? today).slice(0, 7), phone ? 0 : -1));
  return (
    <div className={styles["months"]}>
      <ActionIcon
        className={styles["earlier"] ?? ""}
        aria-label={kitTexts.previousMonth}
        onClick={() => setMonth(monthAfter(month, -1))}
      >
        <IconChevronLeft size={16} stroke={1.6} />
      </ActionIcon>
      <Month month={month} filter={filter} today={today} onDay={onDay} />
      {phone ? null : <Month month={monthAfter(month, 1)} filter={filter} today={today} onDay={onDay} />}
      <ActionIcon
        className={styles["later"] ?? ""}
        aria-label={kitTexts.nextMonth}
        onClick={() => setMonth(monthAfter(month, 1))}
      >
        <IconChevronRight size={16} stroke={1.6} />
      </ActionIcon>
    </div>
  );
}

function Month({ month, filter, today, onDay }: CalendarProps & { month: string }) {
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    const day = event.target instanceof HTMLElement ? event.target.dataset["day"] : undefined;
    if (step === undefined || day === undefined) return;
    event.preventDefault();
    event.currentTarget.parentElement?.querySelector<HTMLElement>(`[data-day="${dayAfter(day, step)}"]`)?.focus();
  };
  const name = formatMonth(month);
  return (
    <div role="presentation" onKeyDown={walk}>
      <table className={styles["month"]} aria-label={name}>
        <caption>{name}</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday} scope="col">
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {WEEKDAYS.map((weekday, index) => {
                const day = week[index] ?? null;
                if (day === null) return <td key={weekday} />;
                return <Day key={weekday} day={day} filter={filter} today={today} onDay={onDay} />;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Day({ day, filter: { from, to }, today, onDay }: CalendarProps & { day: string }) {
  const within = from !== undefined && to !== undefined && day >= from && day <= to;
  return (
    <td data-within={within}>
      <button
        type="button"
        className={styles["day"]}
        data-day={day}
        aria-label={formatDate(day)}
        aria-pressed={day === from || day === to}
        aria-current={day === today ? "date" : undefined}
        onClick={() => onDay(day)}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  );
}
