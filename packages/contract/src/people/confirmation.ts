import { z } from "zod";
import { operation, signedIn } from "../access.ts";
import { passkeyAssertion } from "./passkeys.ts";
import { proof, wayBack } from "./second-factor.ts";

const onward = z.object({ next: z.string() });
const redirect = { redirect: wayBack.redirect };

export const confirmIdentity = operation(signedIn)
  .route({
    method: "POST",
    path: "/confirm",
    summary: "The signed-in person confirms their identity, with the password or a code, before something dangerous.",
  })
  .input(proof.extend(redirect))
  .output(onward);

export const confirmWithPasskey = operation(signedIn)
  .route({ method: "POST", path: "/confirm/passkey", summary: "The same with a passkey." })
  .input(z.object({ credential: passkeyAssertion, ...redirect }))
  .output(onward);
