import { z } from "zod";
import { anyone, operation, signedIn } from "../access.ts";
import { id, line, message } from "../shapes.ts";
import { proof, recoveryCodes, wayBack } from "./second-factor.ts";

/** Bytes as base64url, as WebAuthn Level 3 §5.1 writes them in JSON. */
const bytes = (longest: number) => z.string().min(1, "A part of the passkey is missing.").max(longest);
const publicKey = z.literal("public-key", { error: "Only public keys are accepted." });
const transports = z.array(z.string().max(40)).max(10);
const passkeyName = line("Name", 60);

const registration = z.object({
  id: bytes(2_000),
  rawId: bytes(2_000),
  type: publicKey,
  response: z.object({
    clientDataJSON: bytes(10_000),
    attestationObject: bytes(100_000),
    transports: transports.default([]),
  }),
});

export const passkeyAssertion = z.object({
  id: bytes(2_000),
  rawId: bytes(2_000),
  type: publicKey,
  response: z.object({
    clientDataJSON: bytes(10_000),
    authenticatorData: bytes(10_000),
    signature: bytes(10_000),
  }),
});

const verified = z.literal("required");

export const beginPasskeySignIn = operation(anyone)
  .route({ method: "POST", path: "/sign-in/passkey/begin", summary: "What a passkey has to sign to sign in." })
  .output(z.object({ challenge: z.string(), rpId: z.string(), timeout: z.number(), userVerification: verified }));

export const signInWithPasskey = operation(anyone)
  .route({ method: "POST", path: "/sign-in/passkey", summary: "Signs in with a passkey alone." })
  .input(z.object({ credential: passkeyAssertion, ...wayBack }))
  .output(z.object({ next: z.string() }));

export const beginPasskey = operation(signedIn)
  .route({ method: "POST", path: "/profile/passkeys/begin", summary: "What a browser makes a new passkey with." })
  .input(proof)
  .output(
    z.object({
      rp: z.object({ name: z.string(), id: z.string() }),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      challenge: z.string(),
      pubKeyCredParams: z.array(z.object({ alg: z.number(), type: publicKey })),
      timeout: z.number(),
      attestation: z.literal("none"),
      excludeCredentials: z.array(z.object({ id: z.string(), type: publicKey, transports: z.array(z.string()) })),
      authenticatorSelection: z.object({
        residentKey: verified,
        requireResidentKey: z.boolean(),
        userVerification: verified,
      }),
    }),
  );

export const addPasskey = operation(signedIn)
  .route({
    method: "POST",
    path: "/profile/passkeys",
    summary: "Adds a passkey; recovery codes come with the first second factor.",
  })
  .input(z.object({ name: passkeyName, credential: registration }))
  .output(recoveryCodes);

export const renamePasskey = operation(signedIn)
  .route({ method: "PUT", path: "/profile/passkeys/{id}", summary: "Renames a passkey." })
  .input(z.object({ id, name: passkeyName }))
  .output(message);

export const removePasskey = operation(signedIn)
  .route({ method: "POST", path: "/profile/passkeys/{id}/remove", summary: "Removes a passkey." })
  .input(proof.extend({ id }))
  .output(message);
