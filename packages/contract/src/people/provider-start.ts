import { typedMailAddress } from "@kinora/domain/people/mail-address.ts";
import { z } from "zod";
import { anyone, operation } from "../access.ts";
import { wayBack } from "./second-factor.ts";

export const beginProviderSignIn = operation(anyone)
  .route({
    method: "POST",
    path: "/sign-in/provider",
    summary: "Where the browser signs in with the organization that an email belongs to.",
  })
  .input(z.object({ email: z.string().trim().overwrite(typedMailAddress).max(254), ...wayBack }))
  .output(z.object({ next: z.string() }));
