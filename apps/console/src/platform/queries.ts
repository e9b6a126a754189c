import { keepPreviousData, queryOptions, type QueryKey } from "@tanstack/react-query";

/** An operation of the API that reads. */
type Call<Input, Answer> = (input: Input, options: { signal: AbortSignal }) => Promise<Answer>;

interface Freshness {
  /** For how long it is not fetched again, in milliseconds. */
  staleTime?: number;
  /** How often it is fetched again while it is shown, in milliseconds. */
  refetchInterval?: number;
  enabled?: false;
  retry?: false;
}

/** The `data` that an operation answers, kept under a key. */
export const dataQuery = <Input, Answer extends { data: unknown }>(
  queryKey: QueryKey,
  call: Call<Input, Answer>,
  input: NoInfer<Input>,
  freshness: Freshness = {},
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Answer["data"]> => (await call(input, { signal })).data,
    ...freshness,
  });

/** A page of a list, kept under a key; the page before it is shown until it is there. */
export const pageQuery = <Input, Page>(queryKey: QueryKey, call: Call<Input, Page>, input: NoInfer<Input>) => ({
  queryKey,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Page> => call(input, { signal }),
  placeholderData: keepPreviousData,
});
