import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isTooShort, searchOf, useSettled } from "../../platform/use-settled.ts";

/** One choice of a field that completes names (spec §3, Autocomplete option). */
export interface AutocompleteOption {
  id: number;
  name: string;
}

/** How what was typed becomes a choice. */
export interface NewChoice {
  /** What the offer says. */
  label: (name: string) => string;
  run: (name: string) => void;
  /** Enter takes what was typed at once, whether or not it is among the choices still being asked for. */
  atOnce?: boolean;
}

export interface AutocompleteProps {
  label: string;
  value: AutocompleteOption | null;
  onChange: (option: AutocompleteOption | null) => void;
  /** Names the endpoint among the answers kept; changes with the project. */
  queryKey: readonly unknown[];
  /** Asks the endpoint: the text in lower case, or null for the first choices. */
  load: (search: string | null, signal: AbortSignal) => Promise<readonly AutocompleteOption[]>;
  /** Offers what was typed as a new choice when it is none yet: what the offer says, and what takes it. */
  create?: NewChoice | undefined;
  /** Choices that make no sense here, such as the thing itself. */
  without?: readonly number[];
  placeholder?: string | undefined;
  description?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
  /** Stands below the field and belongs to it. */
  below?: ReactNode;
  /** More than this many characters cannot be typed. */
  maxLength?: number | undefined;
}

/** Stands for "what was typed" among the choices. */
export const NEW_OPTION = "new";

/** What a field offers for what is typed in it: 500 ms after the last key and from 3 letters on (spec §5, §9). */
export function useAutocomplete(props: AutocompleteProps, typed: string, opened: boolean) {
  const { queryKey, load, without = [], create } = props;
  const short = isTooShort(typed);
  const search = useSettled(searchOf(typed));
  const answer = useQuery({
    queryKey: ["autocomplete", ...queryKey, search],
    queryFn: ({ signal }) => load(search, signal),
    enabled: opened && !isTooShort(search ?? ""),
    placeholderData: keepPreviousData,
  });
  const waiting = answer.isFetching || (!short && search !== searchOf(typed));
  const found = answer.data ?? [];
  const name = typed.trim().replaceAll(/\s+/g, " ");
  const isKnown = !short && found.some((option) => option.name.toLowerCase() === name.toLowerCase());
  return {
    short,
    waiting,
    failed: answer.isError,
    options: short ? [] : found.filter(({ id }) => !without.includes(id)),
    /** What would be made new; null when that is not offered. */
    newName: create !== undefined && name !== "" && (short || !waiting) && !isKnown ? name : null,
  };
}

export type Found = ReturnType<typeof useAutocomplete>;
