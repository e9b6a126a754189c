import { onward, wayBack } from "../address.ts";
import { login } from "../client.ts";
import { NoPasskey } from "../no-passkey.ts";

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === "function";

const FAILED = "The browser used no passkey. Try again, or choose another way.";
const KNOWN = "This device has a passkey for you already.";

/** Signs in with a passkey that the browser lets the person choose. @throws NoPasskey, or what the server refuses */
export const signInWithPasskey = async (): Promise<{ next: string }> =>
  login.signInWithPasskey({ credential: await askForPasskey(), ...wayBack });

/** Proves with a passkey that it is the person. @throws NoPasskey, or what the server refuses */
export const confirmWithPasskey = async (): Promise<{ next: string }> =>
  login.confirmWithPasskey({ credential: await askForPasskey(), ...onward });

async function askForPasskey() {
  const [{ startAuthentication }, options] = [
    await import("@simplewebauthn/browser"),
    await login.beginPasskeySignIn(),
  ];
  const answer = await startAuthentication({ optionsJSON: options }).catch((error: unknown) => {
    throw new NoPasskey(FAILED, { cause: error });
  });
  const { id, rawId, type, response } = answer;
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature } };
}

type Offer = Awaited<ReturnType<typeof login.beginPasskey>>;

/** Makes a passkey with the server's offer and adds it under a name. @throws NoPasskey, or what the server refuses */
export async function makePasskey(offer: Offer, name: string): Promise<{ recovery_codes: string[] }> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const answer = await startRegistration({ optionsJSON: offer }).catch((error: unknown) => {
    const isKnown = error instanceof Error && error.name === "InvalidStateError";
    throw new NoPasskey(isKnown ? KNOWN : FAILED, { cause: error });
  });
  const { id, rawId, type, response } = answer;
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const credential = { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
  return login.addPasskey({ name, credential });
}
