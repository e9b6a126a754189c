import { z } from "zod";
import { operation, signedIn } from "../access.ts";

const PREFERENCES = ["library_columns", "library_layout", "upload_log_columns", "onboarding"] as const;
const preference = z.array(z.string().max(40)).max(40);

export const getPreferences = operation(signedIn)
  .route({
    method: "GET",
    path: "/preferences",
    tags: ["Preferences"],
    summary: "How the caller likes the console's lists.",
  })
  .input(z.object({}))
  .output(z.object({ data: z.record(z.string(), preference) }));

export const savePreference = operation(signedIn)
  .route({
    method: "PUT",
    path: "/preferences/{name}",
    tags: ["Preferences"],
    summary: "Keeps how the caller likes a list.",
  })
  .input(z.object({ name: z.enum(PREFERENCES), value: preference }))
  .output(z.object({ data: z.record(z.string(), preference) }));
