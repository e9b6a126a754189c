import type { ProjectDocument } from "@kinora/contract/as-code/document.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { idsByName, namesById } from "../platform/named.ts";
import type { PortableList, ShownOnce } from "../platform/portable.ts";
import { openHeaders } from "./own-headers.ts";
import { createWebhook, deleteWebhook, setWebhookDisabled, updateWebhook, type WebhookSettings } from "./service.ts";

type Hook = NonNullable<ProjectDocument["webhooks"]>[number];

/** Webhooks in a file, by their names. Their secrets are not in it: a webhook keeps its own, and that of a new one is shown once. */
export const portableWebhooks: PortableList<Hook, Hook> = {
  async read({ db, secrets }, { projectId }) {
    const rows = await db
      .selectFrom("webhooks")
      .select(["id", "name", "url", "events", "inbox_token", "disabled_at", "category_ids", "headers_sealed"])
      .where("project_id", "=", projectId)
      .orderBy("id")
      .execute();
    const names = await namesById(db, projectId, "categories", [...new Set(rows.flatMap((row) => row.category_ids))]);
    return rows
      .toSorted((one, other) => (one.name === other.name ? one.id - other.id : one.name < other.name ? -1 : 1))
      .map(({ id, name, url, events, inbox_token: token, disabled_at: disabledAt, ...row }) => ({
        id,
        value: {
          name,
          url: token === null ? url : null,
          inbox: token !== null,
          events: events.toSorted(),
          categories: row.category_ids.flatMap((category) => names.get(category) ?? []).toSorted(),
          headers: openHeaders(secrets, row.headers_sealed).map((header) => header.name),
          enabled: disabledAt === null,
        },
        whenRemoved: "Its deliveries are deleted with it.",
      }));
  },
  async create(context, grant, wanted) {
    const ids: number[] = [];
    const shown: ShownOnce[] = [];
    for (const { enabled, ...hook } of wanted) {
      const { name } = hook;
      const { data, secret } = await createWebhook(context, grant, await settingsOf(context, grant, hook));
      if (!enabled) await setWebhookDisabled(context, grant, data.id, true);
      ids.push(data.id);
      shown.push({ kind: "webhook_secret", name, secret });
    }
    return { ids, shown };
  },
  async change(context, grant, { id }, { enabled, ...hook }) {
    await updateWebhook(context, grant, id, await settingsOf(context, grant, hook));
    await setWebhookDisabled(context, grant, id, !enabled);
    return [];
  },
  async remove(context, grant, { id }) {
    await deleteWebhook(context, grant, id);
  },
};

/** A file has the names of headers: those that a webhook has keep their values, and others are refused. */
async function settingsOf(
  { db }: Context,
  { projectId }: ProjectGrant,
  { name, url, events, categories, headers }: Omit<Hook, "enabled">,
): Promise<WebhookSettings> {
  return {
    ...{ name, url, events },
    categoryIds: categories && (await idsByName(db, projectId, "categories", categories, "categories")),
    headers: headers?.map((header) => ({ name: header })),
  };
}
