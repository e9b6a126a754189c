import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { ChunkFailure } from "../../platform/chunks.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { problemOf } from "../../platform/problem.ts";

/** Replaces a page that threw: the server's words if it had some, and a way to try again. */
export function PageError({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useTranslation("layout");
  const message = error instanceof ChunkFailure ? error.message : (problemOf(error).message ?? t("pageFailed"));
  return (
    <ErrorState
      message={message}
      retryLabel={t("retry")}
      onRetry={error instanceof ChunkFailure ? () => location.reload() : reset}
    />
  );
}
