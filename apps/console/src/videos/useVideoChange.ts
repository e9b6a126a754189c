import { useQueryClient } from "@tanstack/react-query";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";

/** How a change of a video ends: its page and the lists are read anew, and people are told. */
export function useVideoChange(videoId: number) {
  const client = useQueryClient();
  const readAgain = async () => {
    await client.invalidateQueries({ queryKey: ["video", videoId] });
    await client.invalidateQueries({ queryKey: ["videos"] });
    await client.invalidateQueries({ queryKey: ["activity", videoId] });
  };
  return {
    readAgain,
    /** Says what went well and reads the video anew. */
    async done(message: string): Promise<void> {
      toastSuccess(message);
      await readAgain();
    },
    /** Says what went wrong, in the server's words when it has some; a 403 has had its notification already. */
    failed(error: unknown, otherwise: string): void {
      const { status, message } = problemOf(error);
      if (status !== 403) toastError(message ?? otherwise);
    },
  };
}
