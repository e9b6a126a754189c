import { personName } from "@kinora/ui/kit/people.ts";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { reasonOf } from "../../platform/problem.ts";
import { useAction } from "../../platform/use-action.ts";
import { usersKey, type ProjectUser } from "../queries.ts";

export const BULK_ACTIONS = ["role", "block", "remove"] as const;

/** What is done to several people at once. */
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** What people get, or why they are blocked, and who gets their videos and API keys. */
export interface BulkFields {
  role_id: string | null;
  reason: string;
  videos_to: string | null;
  keys_to: string | null;
}

interface BulkFailure {
  id: number;
  name: string;
  problem: string;
}

/** Changes people one after the other; `done` counts them meanwhile. What the server refused is in the answer's `failures`. */
export function useBulkChange(projectId: number, action: BulkAction, onDone: (failures: BulkFailure[]) => void) {
  const { t } = useTranslation("users");
  const [done, setDone] = useState(0);
  const change = useAction(
    async ({ people, fields }: { people: readonly ProjectUser[]; fields: BulkFields }) => {
      const failures: BulkFailure[] = [];
      for (const [index, person] of people.entries()) {
        setDone(index);
        try {
          await CALLS[action]({ project_id: projectId, user_id: person.id }, fields);
        } catch (error) {
          failures.push({ id: person.id, name: personName(person), problem: reasonOf(error) });
        }
      }
      return { message: t(`bulkDone_${action}`, { count: people.length - failures.length }), failures };
    },
    { changes: [usersKey(projectId)], onDone: ({ failures }) => onDone(failures) },
  );
  return { change, done };
}

type Call = (member: { project_id: number; user_id: number }, fields: BulkFields) => Promise<unknown>;

const CALLS: Record<BulkAction, Call> = {
  role: (member, { role_id: roleId, keys_to: keysTo }) =>
    api.users.setRole({ ...member, role_id: Number(roleId), ...given("keys_to", keysTo) }),
  block: (member, { reason, keys_to: keysTo }) =>
    api.users.blockUser({ ...member, reason: reason.trim(), ...given("keys_to", keysTo) }),
  remove: (member, { videos_to: videosTo, keys_to: keysTo }) =>
    api.users.removeUser({ ...member, ...given("videos_to", videosTo), ...given("keys_to", keysTo) }),
};

/** The person who was chosen; nothing where nobody was. */
const given = <Name extends "keys_to" | "videos_to">(name: Name, id: string | null): Partial<Record<Name, number>> =>
  Object.assign<Partial<Record<Name, number>>, object>({}, id === null ? {} : { [name]: Number(id) });
