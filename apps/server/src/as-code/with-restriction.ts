import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import type { PortableList } from "../platform/portable.ts";
import { portableAssignments } from "../restrictions/portable.ts";

type Restricted<Value> = Value & { restriction?: string | null | undefined };

/** Categories or playlists with the restriction profile of each beside their own fields. */
export function withRestriction<Value extends object, Wanted extends object>(
  portable: PortableList<Value, Wanted>,
  kind: "category" | "playlist",
): PortableList<Restricted<Value>, Restricted<Wanted>> {
  const assign = async (context: Context, grant: ProjectGrant, id: number, name: string | null | undefined) => {
    if (name !== undefined) await portableAssignments.assign(context, grant, kind, id, name);
  };
  return {
    ...portable,
    async read(context, grant) {
      const names = await portableAssignments.read(context, grant, kind);
      const things = await portable.read(context, grant);
      return things.map((thing) => ({ ...thing, value: { ...thing.value, restriction: names.get(thing.id) ?? null } }));
    },
    async create(context, grant, wanted) {
      const created = await portable.create(context, grant, wanted.map(without));
      for (const [index, id] of created.ids.entries()) await assign(context, grant, id, wanted[index]?.restriction);
      return created;
    },
    async change(context, grant, existing, wanted) {
      const shown = await portable.change(context, grant, existing, without(wanted));
      await assign(context, grant, existing.id, wanted.restriction);
      return shown;
    },
  };
}

/** A thing as its own room knows it. */
function without<Value extends object>({ restriction: _restriction, ...own }: Restricted<Value>): Value {
  return own as unknown as Value;
}
