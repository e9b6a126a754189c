import { ActionIcon, TextInput } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useState, type KeyboardEvent } from "react";
import { formatDate, formatMonth, todayInZone } from "../moments.ts";
import { dayAfter, monthAfter, PRESET_DAYS, presetOf, rangeAfter, weeksOf, type DaysFilter } from "./filters.ts";
import { kitTexts } from "./kit-texts.ts";
import { usePhone } from "./use-width.ts";
import styles from "./FilterBar.module.css";

const DAY = /^\d{4}-\d\d-\d\d$/;
const WEEKDAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** The days a list is filtered by: offered ranges, or two days of a calendar of two months. */
export function DaysEditor({ filter, onDone }: { filter: DaysFilter; onDone?: () => void }) {
  const today = todayInZone();
  const preset = presetOf(filter, today);
  const phone = usePhone();
  const [month, setMonth] = useState(() => monthAfter((filter.from ?? today).slice(0, 7), phone ? 0 : -1));
  const choose = (day: string) => {
    const range = rangeAfter(filter, day);
    filter.onChange(range);
    if (range.to !== undefined) onDone?.();
  };
  return (
    <div className={styles["days"]}>
      <div className={styles["presets"]}>
        {PRESET_DAYS.map((days) => (
          <button
            key={days}
            type="button"
            className={styles["option"]}
            aria-pressed={preset === days}
            onClick={() => {
              filter.onChange({ from: dayAfter(today, 1 - days), to: undefined });
              onDone?.();
            }}
          >
            {presetName(days)}
          </button>
        ))}
      </div>
      <div className={styles["calendar"]}>
        <div className={styles["ends"]}>
          <DayField
            label={kitTexts.from}
            value={filter.from}
            onDay={(from) => filter.onChange({ from, to: filter.to })}
          />
          <DayField label={kitTexts.to} value={filter.to} onDay={(to) => filter.onChange({ from: filter.from, to })} />
        </div>
        <div className={styles["months"]}>
          <ActionIcon
            className={styles["earlier"] ?? ""}
            aria-label={kitTexts.previousMonth}
            onClick={() => setMonth(monthAfter(month, -1))}
          >
            <IconChevronLeft size={16} stroke={1.6} />
          </ActionIcon>
          <Month month={month} filter={filter} today={today} onDay={choose} />
          {phone ? null : <Month month={monthAfter(month, 1)} filter={filter} today={today} onDay={choose} />}
          <ActionIcon
            className={styles["later"] ?? ""}
            aria-label={kitTexts.nextMonth}
            onClick={() => setMonth(monthAfter(month, 1))}
          >
            <IconChevronRight size={16} stroke={1.6} />
          </ActionIcon>
        </div>
      </div>
    </div>
  );
}

/** The name of a range that ends today. */
const presetName = (days: number): string => (days === 1 ? kitTexts.today : kitTexts.lastDays(days));

/** A filter of days in words: `last 7 days`, `Jan 3 – Jan 9`. */
export function daysInWords(filter: Pick<DaysFilter, "from" | "to">): string {
  const preset = presetOf(filter, todayInZone());
  if (preset !== null) return presetName(preset).toLowerCase();
  const [from, to] = [filter.from, filter.to].map((day) => (day === undefined ? null : formatDate(day)));
  if (from && to) return from === to ? from : `${from} – ${to}`;
  return from ? kitTexts.since(from) : kitTexts.until(to ?? "");
}

/** A day one types: it counts as soon as it is one. */
function DayField({
  label,
  value,
  onDay,
}: {
  label: string;
  value: string | undefined;
  onDay: (day: string | undefined) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label={label}
      placeholder="2030-01-31"
      value={typed ?? value ?? ""}
      onBlur={() => setTyped(null)}
      onChange={(event) => {
        const text = event.currentTarget.value.trim();
        setTyped(text);
        if (text === "") onDay(undefined);
        if (DAY.test(text) && !Number.isNaN(new Date(`${text}T00:00:00Z`).getTime())) onDay(text);
      }}
    />
  );
}

interface MonthProps {
  filter: DaysFilter;
  today: string;
  onDay: (day: string) => void;
}

function Month({ month, filter, today, onDay }: MonthProps & { month: string }) {
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

function Day({ day, filter: { from, to }, today, onDay }: MonthProps & { day: string }) {
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
