import { useQuery } from "@tanstack/react-query";
import { readClientFacts, type ClientFacts } from "./client-facts.ts";
import type { UploadItem } from "./queue.ts";

/** What the browser can tell of a row's file: duration, size of the picture, and a frame of it. */
export function useClientFacts({ key, file }: UploadItem): ClientFacts | null {
  const answer = useQuery({
    queryKey: ["clientFacts", key, file.name, file.size, file.lastModified],
    queryFn: () => readClientFacts(file),
    staleTime: Infinity,
    retry: false,
    networkMode: "always",
  });
  return answer.data ?? null;
}
