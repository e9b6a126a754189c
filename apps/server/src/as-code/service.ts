import { createHash } from "node:crypto";
import type { SectionDifference } from "@kinora/contract/as-code/as-code.ts";
import { DOCUMENT_SCHEMA_PATH } from "@kinora/contract/as-code/document.ts";
import { FORMAT_VERSION, SECTIONS, type Section } from "@kinora/domain/as-code/limits.ts";
import { permissionNames } from "@kinora/domain/people/permission-names.ts";
import { stringify } from "yaml";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/access/caller.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { joined } from "../platform/database/joined.ts";
import { audit } from "../platform/events/events.ts";
import type { ShownOnce } from "../platform/portable.ts";
import { Refusal } from "../platform/refusal.ts";
import { readDocument, type ReadDocument } from "./read-document.ts";
import { SECTION_RIGHTS, sections } from "./sections.ts";

const mayRead = ({ permissions }: ProjectGrant, section: Section) => {
  const { reads } = SECTION_RIGHTS[section];
  return reads.length === 0 || reads.some((permission) => permissions.has(permission));
};
const mayChange = ({ permissions, owner }: ProjectGrant, section: Section) => {
  const { changes } = SECTION_RIGHTS[section];
  return changes === "owner" ? owner : permissions.has(changes);
};

/**
 * A project's settings as one YAML file. What is as usual is left out; so are the sections the caller may not see, which
 * a comment names. There is no secret in it.
 */
export async function exportProject(context: Context, grant: ProjectGrant): Promise<string> {
  const written = await context.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      const within = joined(context, tx);
      const values = new Map<Section, unknown>();
      for (const { section, write } of sections)
        if (mayRead(grant, section)) values.set(section, await write(within, grant));
      return values;
    });
  // Only where there are profiles is it worth saying that something has none.
  const profiles = written.get("restrictions");
  const restricts = Array.isArray(profiles) && profiles.length > 0;
  const parts = SECTIONS.map((section) => {
    const value = written.get(section);
    if (value === undefined) return `# Without ${section}: your role may not see them.\n`;
    if (value === null) return `# Without ${section}: the project has too many for a file.\n`;
    const shown = !restricts && Array.isArray(value) ? value.map(withoutRestriction) : value;
    return stringify({ [section]: shown }, { lineWidth: 0 });
  });
  const schema = `${context.config.urls.api}${DOCUMENT_SCHEMA_PATH}`;
  return [`# yaml-language-server: $schema=${schema}\nkinora: ${FORMAT_VERSION}\n`, ...parts].join("\n");
}

function withoutRestriction(thing: unknown): unknown {
  if (typeof thing !== "object" || thing === null || !("restriction" in thing)) return thing;
  const { restriction: _restriction, ...others } = thing;
  return others;
}

export interface ImportRequest {
  /** YAML. */
  text: string;
  dryRun: boolean;
  prune: boolean;
  /** Of a difference that was shown; undefined applies whatever it is now. */
  fingerprint: string | undefined;
}

export interface ImportResult {
  differences: SectionDifference[];
  changes: number;
  fingerprint: string;
  secrets: ShownOnce[];
}

/** Ends the transaction of a preview without a change. */
class Previewed extends Error {
  readonly result: ImportResult;

  constructor(result: ImportResult) {
    super("This was a preview.");
    this.result = result;
  }
}

/**
 * Makes a project what a file says: all of it in one transaction, or nothing. The same file again changes nothing. A
 * preview is an import that is taken back, so that it refuses what the import would.
 * @throws Refusal `invalid` with the lines that are wrong, `forbidden` for a section the caller may not see or change,
 *   `conflict` for a fingerprint of another difference and at limits of the project.
 */
export async function importProject(
  context: Context,
  grant: ProjectGrant,
  request: ImportRequest,
): Promise<ImportResult> {
  const read = readDocument(request.text);
  try {
    return await context.db.transaction().execute(async (tx) => {
      // Two imports run one after the other.
      await tx.selectFrom("projects").select("id").where("id", "=", grant.projectId).forNoKeyUpdate().execute();
      const result = await change(joined(context, tx), grant, read, request);
      if (request.dryRun) throw new Previewed({ ...result, secrets: [] });
      const { accountId, projectId } = grant;
      const object = { objectType: "project", objectId: projectId, objectTitle: "" };
      const changes = {
        changes: result.changes,
        sections: result.differences.map(({ section }) => section).join(", "),
      };
      if (result.changes > 0)
        await audit(tx, {
          ...{ accountId, projectId, actor: actorOf(context.caller), action: "project.import" },
          ...object,
          changes,
        });
      return result;
    });
  } catch (error) {
    if (error instanceof Previewed) return error.result;
    throw withPlace(error, read);
  }
}

async function change(
  context: Context,
  grant: ProjectGrant,
  { document }: ReadDocument,
  { prune, fingerprint: shown }: ImportRequest,
): Promise<ImportResult> {
  for (const section of SECTIONS)
    if (document[section] !== undefined && !mayRead(grant, section)) throw forbidden(section, "see");
  const differences: SectionDifference[] = [];
  const secrets: ShownOnce[] = [];
  const planned = [];
  for (const part of sections) {
    const plan = await part.plan(context, grant, document, prune);
    if (plan) planned.push(plan);
  }
  for (const { difference } of planned) {
    if (!isEmpty(difference)) differences.push(difference);
    requireRights(grant, difference, prune);
  }
  const fingerprint = fingerprintOf(differences, prune);
  if (shown !== undefined && shown !== fingerprint)
    throw new Refusal("conflict", "The project has changed since the difference was shown. Look at it again.");
  for (const { apply } of planned) secrets.push(...(await apply()));
  const inOrder = SECTIONS.flatMap((name) => differences.filter(({ section }) => section === name));
  return { differences: inOrder, changes: countChanges(differences, prune), fingerprint, secrets };
}

const isEmpty = ({ created, changed, removed, order }: SectionDifference) =>
  created.length + changed.length + removed.length === 0 && order === null;

const changesOf = ({ created, changed, removed, order }: SectionDifference, prune: boolean) =>
  created.length + changed.length + (prune ? removed.length : 0) + (order ? 1 : 0);

const countChanges = (differences: readonly SectionDifference[], prune: boolean) =>
  differences.reduce((sum, difference) => sum + changesOf(difference, prune), 0);

/** @throws Refusal `forbidden` where the caller may not make the changes of a section. */
function requireRights(grant: ProjectGrant, difference: SectionDifference, prune: boolean): void {
  const { section, created, changed } = difference;
  if (changesOf(difference, prune) > 0 && !mayChange(grant, section)) throw forbidden(section, "change");
  const restricts = [...created, ...changed].some(({ fields }) => fields.some(({ field }) => field === "restriction"));
  if (restricts && !mayChange(grant, "restrictions")) throw forbidden("restrictions", "change");
}

function forbidden(section: Section, what: "see" | "change"): Refusal {
  const { reads, changes } = SECTION_RIGHTS[section];
  const needed = what === "see" ? reads[0] : changes;
  const message =
    needed === undefined || needed === "owner"
      ? "Only owners of the account can change its roles. Remove the section roles from the file."
      : `Your role lacks the “${permissionNames[needed]}” permission. Remove the section ${section} from the file.`;
  return new Refusal("forbidden", message);
}

/** Stands for what is shown. Sentences about consequences are no part of it: the counts in them change all the time. */
function fingerprintOf(differences: readonly SectionDifference[], prune: boolean): string {
  const shown = differences.map(({ section, created, changed, removed, order }) => [
    section,
    created,
    changed.map(({ name, fields }) => [name, fields]),
    removed.map(({ name }) => name),
    order,
  ]);
  return createHash("sha256")
    .update(JSON.stringify([prune, shown]))
    .digest("hex");
}

/** The refusal of a service with the line of what it is about. */
function withPlace(error: unknown, { placeOf }: ReadDocument): unknown {
  if (!(error instanceof Refusal) || !error.fields) return error;
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([field, messages]) => {
      const place = placeOf(field.split("."));
      return [field, messages.map((message) => place + message)];
    }),
  );
  const [first] = Object.keys(error.fields);
  const place = first === undefined ? "" : placeOf(first.split("."));
  return new Refusal(error.code, place + error.message, { fields });
}
