import { parseArgs } from "node:util";
import { API_KEY_SCOPES, PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import type { Services } from "../context.ts";
import { audit } from "../platform/events/events.ts";
import { newApiKeySecret } from "../platform/secrets/api-key-secret.ts";
import { CommandError, type Command } from "./command.ts";
import { findNamedProject } from "./named-project.ts";

const SCOPES: readonly string[] = [...API_KEY_SCOPES, ...PERMISSIONS];

/** Creates an API key for a project and prints it; it is shown this once, because only its hash is kept. */
export const apiKeyCreate: Command = {
  usage: "--project HASH_OR_ID --scopes full|read|upload|PERMISSION[,…] [--name NAME]",
  async run(context, args) {
    const { values } = parseArgs({
      args,
      options: {
        project: { type: "string" },
        scopes: { type: "string" },
        name: { type: "string", default: "Command line" },
      },
    });
    if (!values.project || !values.scopes)
      throw new CommandError("Name the project and the scopes: --project HASH_OR_ID --scopes full.");
    const scopes = readScopes(values.scopes);
    const { key } = await createApiKey(await context.services(), {
      project: values.project,
      scopes,
      name: values.name,
    });
    context.print(key);
    return 0;
  },
};

function readScopes(text: string): string[] {
  const scopes = [
    ...new Set(
      text
        .split(",")
        .map((scope) => scope.trim())
        .filter(Boolean),
    ),
  ];
  const unknown = scopes.find((scope) => !SCOPES.includes(scope));
  if (unknown !== undefined) throw new CommandError(`"${unknown}" is not a scope. Scopes are ${SCOPES.join(", ")}.`);
  if (scopes.length === 0) throw new CommandError("Name at least one scope: --scopes full.");
  return scopes;
}

interface NewKey {
  /** The project's hash or its number. */
  project: string;
  scopes: string[];
  name: string;
  expiresAt?: Date;
}

/** Creates a key for a project; only the return value contains the key itself. @throws CommandError for an unknown project. */
export async function createApiKey(
  { db }: Services,
  { project: name, scopes, name: title, expiresAt }: NewKey,
): Promise<{ key: string; projectId: number }> {
  const { secret, prefix, hash } = newApiKeySecret();
  const projectId = await db.transaction().execute(async (tx) => {
    const project = await findNamedProject(tx, name);
    const row = await tx
      .insertInto("api_keys")
      .values({
        project_id: project.id,
        account_id: project.account_id,
        name: title,
        prefix,
        key_hash: hash,
        scopes,
        expires_at: expiresAt ?? null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await audit(tx, {
      accountId: project.account_id,
      projectId: project.id,
      actor: { kind: "operator" },
      action: "api_key.created",
      objectType: "api_key",
      objectId: row.id,
      objectTitle: title,
      changes: { scopes },
    });
    return project.id;
  });
  return { key: secret, projectId };
}
