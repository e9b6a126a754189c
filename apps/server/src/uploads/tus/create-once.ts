import { holds } from "@kinora/contract/access.ts";
import { z } from "zod";
import type { Context } from "../../context.ts";
import { authorize } from "../../platform/access/scope.ts";
import { runOnce, type IdempotentRequest } from "../../platform/http/idempotency.ts";
import { createUpload } from "../create.ts";
import type { Metadata } from "./protocol.ts";

const answered = z.object({ id: z.uuid() });

interface Creation {
  id: string;
  /** The request was answered before: its body was taken then, as far as it arrived. */
  isRepeated: boolean;
}

/**
 * Creates an upload, or finds the one that the same request created before with the same Idempotency-Key.
 * @throws what `createUpload` and `runOnce` throw.
 */
export async function createOnce(
  context: Context,
  idempotent: IdempotentRequest | null,
  metadata: Metadata,
  sizeBytes: number,
): Promise<Creation> {
  const run = async () => {
    const { id } = await createUpload(context, metadata, sizeBytes);
    return { output: { id }, isRepeated: false };
  };
  if (!idempotent) return { ...(await run()).output, isRepeated: false };
  // Before the answer to an earlier request is read.
  await authorize(context.db, context.caller, holds("video_add", "project"), metadata.projectId);
  const { output, isRepeated } = await runOnce(context, idempotent, {
    operation: "POST /uploads",
    input: { ...metadata, sizeBytes },
    run,
    repeat: (answer) => ({ output: answered.parse(answer), isRepeated: true }),
  });
  return { id: output.id, isRepeated };
}
