import { REASON_MAX } from "@kinora/domain/people/installation.ts";
import { z } from "zod";
import { operation, signedIn, superuser } from "../access.ts";
import { id, line, message } from "../shapes.ts";

const whom = z.object({ user_id: id, reason: line("Reason", REASON_MAX) });

export const actAsPerson = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/users/{user_id}/act-as",
    tags: ["Advanced"],
    summary: "Makes the caller's session that of another person, read-only, for an hour or until `DELETE /act-as`.",
  })
  .input(whom)
  .output(message);

export const actAsPersonWriting = operation(superuser, { proof: "second_factor" })
  .route({
    method: "POST",
    path: "/advanced/users/{user_id}/act-as/writing",
    tags: ["Advanced"],
    summary: "The same, and it may change what the person may change; the audit log has both names.",
  })
  .input(whom)
  .output(message);

export const endActing = operation(signedIn, { reads: true })
  .route({
    method: "DELETE",
    path: "/act-as",
    tags: ["Advanced"],
    summary: "Ends acting as another person; nothing changes in a session that does not.",
  })
  .output(message);
