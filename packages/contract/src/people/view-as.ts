import { z } from "zod";
import { holds, operation, signedIn } from "../access.ts";
import { id, message } from "../shapes.ts";

export const startViewAs = operation(holds("users_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/view-as",
    tags: ["Roles"],
    summary: "Shows a project to the caller's session as it is to a role, read-only, until `DELETE /view-as`.",
  })
  .input(z.object({ project_id: id, role_id: id }))
  .output(message);

export const endViewAs = operation(signedIn, { reads: true })
  .route({
    method: "DELETE",
    path: "/view-as",
    tags: ["Roles"],
    summary: "Ends viewing as a role; nothing changes in a session that does not.",
  })
  .output(message);
