import { z } from "zod";
import { holds, operation } from "./access.ts";
import { id, line, message, moment, pageQuery, paginationShape, person } from "./shapes.ts";

export const role = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  permissions: z.array(z.string()),
});

export const projectUser = person.extend({
  email: z.string(),
  status: z.enum(["invited", "active", "blocked"]),
  role: z.object({ id: z.number(), title: z.string() }),
  last_seen_at: moment.nullable(),
});

export const email = line("Email", 254)
  .transform((text) => text.toLowerCase())
  .pipe(z.email("Email must look like name@example.com."));

export const listRoles = operation(holds("users_view", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/roles",
    tags: ["Users"],
    summary: "The roles members of a project can have.",
  })
  .input(z.object({ project_id: id }))
  .output(z.object({ data: z.array(role) }));

export const listUsers = operation(holds("users_view", "project"))
  .route({ method: "GET", path: "/projects/{project_id}/users", tags: ["Users"], summary: "The members of a project." })
  .input(z.object({ project_id: id, ...pageQuery, search: z.string().trim().max(200).optional() }))
  .output(z.object({ data: z.array(projectUser), pagination: paginationShape }));

export const inviteUser = operation(holds("users_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/users",
    tags: ["Users"],
    successStatus: 201,
    summary: "Adds a person to a project; a person who is new gets a mail with a link to activate their sign-in.",
  })
  .input(z.object({ project_id: id, email, role_id: id }))
  .output(message.extend({ user: projectUser }));

export const removeUser = operation(holds("users_manage", "project"))
  .route({
    method: "DELETE",
    path: "/projects/{project_id}/users/{user_id}",
    tags: ["Users"],
    summary: "Takes a person out of a project; what they uploaded stays.",
  })
  .input(z.object({ project_id: id, user_id: id }))
  .output(message);
