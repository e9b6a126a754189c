import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** CBOR (RFC 8949) of what authenticators write: small whole numbers, texts, bytes and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([name, part]) => [cbor(name), cbor(part as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

/** An authenticator in software: it makes one passkey and signs with it. */
export class TestPasskey {
  readonly #credentialId = randomBytes(16);
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  #counter = 0;
  origin: string;
  verifiesUser = true;

  constructor(origin: string) {
    this.origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  /** Authenticator data (WebAuthn Level 3 §6.1): the host's hash, flags, and how many signatures there were. */
  #authenticatorData(credential: Buffer | null): Buffer {
    const host = createHash("sha256").update(new URL(this.origin).hostname).digest();
    const flags = 0x01 | (this.verifiesUser ? 0x04 : 0) | (credential ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([host, Buffer.from([flags]), counter, ...(credential ? [credential] : [])]);
  }

  /** The answer of `navigator.credentials.create`. */
  create(challenge: string) {
    const { x = "", y = "" } = this.#publicKey.export({ format: "jwk" });
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]),
    );
    const length = Buffer.from([0, this.#credentialId.length]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#credentialId, key]);
    const attestation = cbor(
      new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", this.#authenticatorData(credential)],
      ]),
    );
    return {
      ...this.#named(),
      response: {
        clientDataJSON: this.#clientData("webauthn.create", challenge).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
      },
    };
  }

  /** The answer of `navigator.credentials.get`. */
  get(challenge: string) {
    this.#counter += 1;
    const data = this.#authenticatorData(null);
    const client = this.#clientData("webauthn.get", challenge);
    const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, this.#privateKey).toString("base64url"),
      },
    };
  }

  #named() {
    const id = this.#credentialId.toString("base64url");
    return { id, rawId: id, type: "public-key" };
  }
}
