import type { SectionDifference } from "@kinora/contract/as-code/as-code.ts";
import type { ProjectDocument } from "@kinora/contract/as-code/document.ts";
import { arranged, fieldChanges, matched, sameValue, type FieldChange } from "@kinora/domain/as-code/difference.ts";
import type { Section } from "@kinora/domain/as-code/limits.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import type { Existing, PortableList, PortableSettings, ShownOnce } from "../platform/portable.ts";
import { Refusal } from "../platform/refusal.ts";

/** What a file changes in one section, and how. */
export interface PlannedSection {
  difference: SectionDifference;
  /** Changes the project, in the transaction of the context that planned it. */
  apply(): Promise<ShownOnce[]>;
}

/** One section of a project's file. */
export interface SectionPart {
  section: Section;
  /** The section as a file has it; null when the project has too much of it for a file. */
  write(context: Context, grant: ProjectGrant): Promise<unknown>;
  /** Compares the project with a file; null when the file leaves the section out. */
  plan(
    context: Context,
    grant: ProjectGrant,
    document: ProjectDocument,
    prune: boolean,
  ): Promise<PlannedSection | null>;
}

type Fields = Readonly<Record<string, unknown>>;

interface ListSection<Value, Wanted> {
  section: Section;
  portable: PortableList<Value, Wanted>;
  inDocument(document: ProjectDocument): readonly Wanted[] | undefined;
  /** What makes two things the same, in the project and in a file. */
  keyOf(thing: Value | Wanted): string;
  nameOf(thing: Value | Wanted): string;
  toFile(thing: Value | Wanted): unknown;
  /** A project that has more is written without the section. */
  most?: number;
  /** All new things are created by one call: there may be thousands. */
  atOnce?: boolean;
  /** What is missing is removed when everything else is done. */
  removesLast?: boolean;
}

/** A section of things that a project has any number of. */
export function listSection<Value extends object, Wanted extends object>(
  given: ListSection<Value, Wanted>,
): SectionPart {
  const { section, portable, most = Infinity } = given;
  return {
    section,
    async write(context, grant) {
      const things = await portable.read(context, grant);
      return things.length > most ? null : things.map(({ value }) => given.toFile(value));
    },
    async plan(context, grant, document, prune) {
      const wanted = given.inDocument(document);
      if (wanted === undefined) return null;
      const existing = await portable.read(context, grant);
      if (existing.length > most)
        throw new Refusal("conflict", `The project has too many ${section} to compare them with a file.`);
      const plan = planList(given, existing, wanted, prune);
      return { difference: differenceOf(given, plan), apply: () => applyList(context, grant, given, plan) };
    },
  };
}

/** What becomes of the things of a section. */
interface ListPlan<Value, Wanted> {
  created: { wanted: Wanted; index: number }[];
  changed: { existing: Existing<Value>; wanted: Wanted; index: number; fields: FieldChange[] }[];
  missing: Existing<Value>[];
  /** Whether what is missing is removed. */
  prune: boolean;
  /** Keys, with what each is called. */
  order: { before: string[]; after: string[]; names: ReadonlyMap<string, string> } | null;
}

function planList<Value extends object, Wanted extends object>(
  { portable, keyOf, nameOf }: ListSection<Value, Wanted>,
  existing: readonly Existing<Value>[],
  wanted: readonly Wanted[],
  prune: boolean,
): ListPlan<Value, Wanted> {
  const match = matched(existing, wanted, { ofExisting: ({ value }) => keyOf(value), ofWanted: keyOf });
  const kept = match.kept.map((each) => ({ ...each, fields: changesOf(each.existing.value, each.wanted) }));
  const order = portable.arrange ? orderOf(existing, match.missing, wanted, { keyOf, prune }) : null;
  const names = new Map([...existing.map(({ value }) => value), ...wanted].map((one) => [keyOf(one), nameOf(one)]));
  return {
    created: match.created,
    changed: kept.filter(({ fields }) => fields.length > 0),
    missing: match.missing,
    prune,
    order: order && { ...order, names },
  };
}

function differenceOf<Value, Wanted>(
  { section, nameOf, toFile }: ListSection<Value, Wanted>,
  { created, changed, missing, order }: ListPlan<Value, Wanted>,
): SectionDifference {
  const inWords = (keys: readonly string[]) => keys.map((key) => order?.names.get(key) ?? key);
  return {
    section,
    created: created.map(({ wanted }) => ({ name: nameOf(wanted), fields: fieldsOf(toFile(wanted)) })),
    changed: changed.map(({ existing: { value, whenChanged }, fields }) => ({
      name: nameOf(value),
      note: whenChanged ?? null,
      fields,
    })),
    removed: missing.map(({ value, whenRemoved }) => ({ name: nameOf(value), note: whenRemoved })),
    order: order && { before: inWords(order.before), after: inWords(order.after) },
  };
}

async function applyList<Value, Wanted>(
  context: Context,
  grant: ProjectGrant,
  { section, portable, nameOf, atOnce = false, removesLast = false }: ListSection<Value, Wanted>,
  { created, changed, missing, prune, order }: ListPlan<Value, Wanted>,
): Promise<ShownOnce[]> {
  const remove = async () => {
    if (!prune) return;
    for (const each of missing)
      await at(section, null, nameOf(each.value), () => portable.remove(context, grant, each));
  };
  const shown: ShownOnce[] = [];
  if (!removesLast) await remove();
  const wanted = created.map((each) => each.wanted);
  if (atOnce && wanted.length > 0) await at(section, null, null, () => portable.create(context, grant, wanted));
  for (const { wanted: one, index } of atOnce ? [] : created)
    shown.push(...(await at(section, index, nameOf(one), () => portable.create(context, grant, [one]))).shown);
  for (const { existing, wanted: one, index } of changed)
    shown.push(...(await at(section, index, nameOf(one), () => portable.change(context, grant, existing, one))));
  if (removesLast) await remove();
  if (order) await portable.arrange?.(context, grant, order.after);
  return shown;
}

/** A section that a project has once. */
export function settingsSection<Value extends object, Wanted extends object>({
  section,
  portable,
  inDocument,
  toFile,
}: {
  section: Section;
  portable: PortableSettings<Value, Wanted>;
  inDocument(document: ProjectDocument): Wanted | undefined;
  toFile(value: Value): unknown;
}): SectionPart {
  return {
    section,
    write: async (context, grant) => toFile(await portable.read(context, grant)),
    async plan(context, grant, document) {
      const wanted = inDocument(document);
      if (wanted === undefined) return null;
      const fields = changesOf(await portable.read(context, grant), wanted);
      const changed = fields.length > 0 ? [{ name: null, note: null, fields }] : [];
      return {
        difference: { section, created: [], changed, removed: [], order: null },
        async apply() {
          if (fields.length > 0) await at(section, null, null, () => portable.save(context, grant, wanted));
          return [];
        },
      };
    },
  };
}

const changesOf = (before: object, wanted: object) => fieldChanges(before as Fields, wanted as Fields);

/** What a file says of a new thing besides its name. */
const fieldsOf = (written: unknown) =>
  typeof written === "object" && written !== null
    ? changesOf({}, written).filter(({ field, after }) => field !== "name" && field !== "title" && after !== null)
    : [];

/** The keys of all things before and after they take the file's order; null when it is theirs. */
function orderOf<Value, Wanted>(
  existing: readonly Existing<Value>[],
  missing: readonly Existing<Value>[],
  wanted: readonly Wanted[],
  { keyOf, prune }: { keyOf: (thing: Value | Wanted) => string; prune: boolean },
): { before: string[]; after: string[] } | null {
  const staying = existing.filter((each) => !prune || !missing.includes(each)).map(({ value }) => keyOf(value));
  const keys = wanted.map(keyOf);
  const before = [...staying, ...keys.filter((key) => !staying.includes(key))];
  const after = arranged(before, keys);
  return sameValue(before, after) ? null : { before, after };
}

/** Runs a part of an import; what refuses says of what in the file. */
async function at<Answer>(
  section: Section,
  index: number | null,
  name: string | null,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const place = index === null ? section : `${section}.${index}`;
    const fields = Object.entries(error.fields ?? { "": [error.message] }).map(([field, messages]) => [
      field === "" ? place : `${place}.${field}`,
      messages,
    ]);
    const message = name === null ? error.message : `"${name}" in ${section}: ${error.message}`;
    throw new Refusal(error.code === "not_found" ? "conflict" : error.code, message, {
      fields: Object.fromEntries(fields) as Record<string, string[]>,
    });
  }
}
