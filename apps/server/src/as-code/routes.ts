import { DOCUMENT_SCHEMA_PATH, documentSchema } from "@kinora/contract/as-code/document.ts";
import type { FastifyInstance } from "fastify";
import { operations, projectGrant } from "../platform/http/operations.ts";
import { exportProject, importProject } from "./service.ts";

const { asCode } = operations;

export const asCodeRoutes = {
  exportProject: asCode.exportProject.handler(async ({ context }) => {
    const grant = projectGrant(context);
    const yaml = await exportProject(context, grant);
    return {
      headers: {
        "content-type": "text/yaml; charset=utf-8",
        "content-disposition": `attachment; filename="project-${grant.projectId}.yaml"`,
        "cache-control": "no-store",
      },
      body: ReadableStream.from([new TextEncoder().encode(yaml)]),
    };
  }),
  importProject: asCode.importProject.handler(async ({ context, input }) => {
    const { document: text, dry_run: dryRun, prune, fingerprint } = input;
    const result = await importProject(context, projectGrant(context), { text, dryRun, prune, fingerprint });
    return { ...result, applied: !dryRun, message: messageOf(result.changes, dryRun) };
  }),
};

function messageOf(changes: number, dryRun: boolean): string {
  if (changes === 0) return "The project is as the file says already.";
  const counted = `${changes.toLocaleString("en-US")} ${changes === 1 ? "change" : "changes"}`;
  return dryRun ? `The file makes ${counted}.` : `Settings are imported: ${counted}.`;
}

/** Publishes the JSON Schema of a project's file, for editors that complete and check it. */
export function serveDocumentSchema(app: FastifyInstance): void {
  let schema: string | undefined;
  app.get(DOCUMENT_SCHEMA_PATH, (_request, reply) =>
    reply
      .header("cache-control", "public, max-age=3600")
      // Editors in browsers read it from other origins.
      .header("access-control-allow-origin", "*")
      .type("application/schema+json; charset=utf-8")
      .send((schema ??= JSON.stringify(documentSchema(), null, 2))),
  );
}
