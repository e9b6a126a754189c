import { PERMISSIONS, type Permission } from "./permissions.ts";

/** A role that someone may have instead of another. */
export interface OfferedRole {
  id: number;
  title: string;
  permissions: readonly string[];
}

/** What people with a role get instead of it. */
export interface RoleChange<Role extends OfferedRole> {
  role: Role;
  loses: Permission[];
  gains: Permission[];
}

/**
 * The offered role that comes nearest to another: the built-in one of the same name when it grants no more, else the one that
 * grants the fewest permissions more and, of these, takes the fewest.
 * @throws Error without any offered role.
 */
export function nearestRole<Role extends OfferedRole>(
  held: { title: string; permissions: readonly string[] },
  offered: readonly Role[],
): RoleChange<Role> {
  const changes = offered.map((role) => ({
    role,
    loses: PERMISSIONS.filter((flag) => held.permissions.includes(flag) && !role.permissions.includes(flag)),
    gains: PERMISSIONS.filter((flag) => !held.permissions.includes(flag) && role.permissions.includes(flag)),
  }));
  const [nearest] = changes.toSorted(
    (one, other) =>
      one.gains.length - other.gains.length ||
      Number(other.role.title === held.title) - Number(one.role.title === held.title) ||
      one.loses.length - other.loses.length,
  );
  if (!nearest) throw new Error("There is no role to choose from.");
  return nearest;
}
