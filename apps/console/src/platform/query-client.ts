import { QueryClient } from "@tanstack/react-query";
import { problemOf } from "./problem.ts";

/** Answers of the API, kept while they are of use. A refusal is final; a failure is tried twice more. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      retry(failures, error) {
        const { status } = problemOf(error);
        return (status === null || status >= 500) && failures < 2;
      },
    },
    mutations: { retry: false },
  },
});
