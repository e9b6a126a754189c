import type { Context } from "../context.ts";
import type { ProjectGrant } from "./access/scope.ts";

/** A secret that is made while a thing is; it is shown this once. */
export interface ShownOnce {
  kind: "webhook_secret" | "playback_password";
  name: string;
  secret: string;
}

/** A thing of a project as a file has it. */
export interface Existing<Value> {
  id: number;
  value: Value;
  /** What goes with it when it is removed, in a sentence for people; null when nothing does. */
  whenRemoved: string | null;
  /** What a change of it does besides; null when it does nothing else. */
  whenChanged?: string | null;
}

export interface Created {
  /** In the order of what was wanted. */
  ids: number[];
  shown: ShownOnce[];
}

/**
 * The things of one kind as they are written to a file and taken from one. Each function runs in the transaction of its
 * context (`joined`), changes things as their own operations do, and finds what a file refers to by name inside the grant.
 *
 * `Value` says everything of a thing, `Wanted` what a file says of it: what is undefined there stays.
 */
export interface PortableList<Value, Wanted> {
  read(context: Context, grant: ProjectGrant): Promise<Existing<Value>[]>;
  create(context: Context, grant: ProjectGrant, wanted: readonly Wanted[]): Promise<Created>;
  change(context: Context, grant: ProjectGrant, existing: Existing<Value>, wanted: Wanted): Promise<ShownOnce[]>;
  remove(context: Context, grant: ProjectGrant, existing: Existing<Value>): Promise<void>;
  /** Of things that have an order: puts all of them into it, by their keys. */
  arrange?(context: Context, grant: ProjectGrant, keys: readonly string[]): Promise<void>;
}

/** Settings that a project has once. */
export interface PortableSettings<Value, Wanted> {
  read(context: Context, grant: ProjectGrant): Promise<Value>;
  save(context: Context, grant: ProjectGrant, wanted: Wanted): Promise<void>;
}
