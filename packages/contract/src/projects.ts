import { z } from "zod";
import { holds, member, operation, owner } from "./access.ts";
import { id, line, message, moment } from "./shapes.ts";

export const project = z.object({
  id: z.number(),
  account_id: z.number(),
  name: z.string(),
  hash: z.string(),
  domain: z.string(),
  created_at: moment,
});

const HOST = /^(?=.{1,253}(:\d{1,5})?$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*(:\d{1,5})?$/;

/** A host name such as `example.com`; a scheme and a path that were pasted along are dropped. */
export const domain = line("Domain", 300).transform((text, issues) => {
  const host = text
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, "")
    .replace(/[/?#].*$/, "");
  if (HOST.test(host)) return host;
  issues.addIssue({ code: "custom", message: "Domain must look like example.com." });
  return z.NEVER;
});

export const projectName = line("Project name", 100);

export const createProject = operation(owner("account"))
  .route({
    method: "POST",
    path: "/accounts/{account_id}/projects",
    tags: ["Projects"],
    successStatus: 201,
    summary: "Creates a project in an account the caller owns.",
  })
  .input(z.object({ account_id: id, name: projectName, domain }))
  .output(message.extend({ project }));

export const getProject = operation(member("project"))
  .route({ method: "GET", path: "/projects/{id}", tags: ["Projects"], summary: "One project." })
  .input(z.object({ id }))
  .output(z.object({ data: project }));

export const deleteProject = operation(owner("project"))
  .route({
    method: "DELETE",
    path: "/projects/{id}",
    tags: ["Projects"],
    summary: "Deletes a project: its videos stop playing at once, its files go soon after.",
  })
  .input(z.object({ id }))
  .output(message);

export const createCategory = operation(holds("categories_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/categories",
    tags: ["Categories"],
    successStatus: 201,
    summary: "Adds a category to a project.",
  })
  .input(z.object({ project_id: id, name: line("Category name", 100) }))
  .output(message.extend({ category: z.object({ id: z.number(), name: z.string(), active: z.boolean() }) }));
