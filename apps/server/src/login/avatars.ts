import { randomBytes } from "node:crypto";
import { AVATAR_MAXIMUM_BYTES, AVATAR_PATH } from "@kinora/contract/people/login.ts";
import { withoutMetadata } from "@kinora/media/pictures/picture-metadata.ts";
import type { FastifyInstance } from "fastify";
import type { Services } from "../context.ts";
import { Refusal } from "../platform/refusal.ts";
import { refuseForeignPage } from "./operations.ts";
import { readLoginRequest, requireSession, type LoginRequest } from "./request.ts";

const TYPES = { png: "image/png", jpg: "image/jpeg", webp: "image/webp" } as const;
const KEY = /^[0-9a-f]{32}\.(png|jpg|webp)$/;

const pictureKindOf = (extension: string) => (extension === "jpg" ? "jpeg" : extension === "webp" ? "webp" : "png");

const storageKey = (key: string): string => `avatars/${key}`;

/** The type of a picture by its first bytes; the name and type in the request are ignored. */
export function imageKind(bytes: Buffer): keyof typeof TYPES | null {
  if (bytes.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex"))) return "png";
  if (bytes.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex"))) return "jpg";
  if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP") return "webp";
  return null;
}

/** Stores and serves people's pictures with their own type, without sniffing, and with scripts disabled. */
export async function serveAvatars(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: AVATAR_MAXIMUM_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.put(AVATAR_PATH, { bodyLimit: AVATAR_MAXIMUM_BYTES }, async (request, reply) => {
      refuseForeignPage(services.config, request);
      const asked = await readLoginRequest(services, request, reply);
      if (!Buffer.isBuffer(request.body)) throw new Refusal("invalid", "Choose a picture.");
      return { avatar_url: await storeAvatar(asked, request.body) };
    });
  });

  app.get<{ Params: { key: string } }>("/avatars/:key", async (request, reply) => {
    const extension = KEY.exec(request.params.key)?.[1];
    const found = extension ? await services.storage.stat(storageKey(request.params.key)) : null;
    if (!found || !extension) throw new Refusal("not_found", "There is no such picture.");
    const { stream } = await services.storage.get(found.key);
    const bytes = Buffer.concat(await stream.toArray());
    return (
      reply
        .header("content-type", TYPES[extension as keyof typeof TYPES])
        .header("cache-control", "public, max-age=31536000, immutable")
        .header("content-security-policy", "default-src 'none'; sandbox")
        .header("cross-origin-resource-policy", "cross-origin")
        // Earlier releases stored pictures as they were uploaded.
        .send(withoutMetadata(bytes, pictureKindOf(extension)) ?? bytes)
    );
  });
}

async function storeAvatar(request: LoginRequest, bytes: Buffer): Promise<string> {
  const session = requireSession(request);
  const kind = imageKind(bytes);
  if (!kind) throw new Refusal("invalid", "The picture has to be a PNG, JPEG or WebP file.");
  const key = `${randomBytes(16).toString("hex")}.${kind}`;
  // Everyone can fetch it: the place where a photo was taken is nobody's business.
  const bare = withoutMetadata(bytes, pictureKindOf(kind));
  if (!bare)
    throw new Refusal("invalid", "This picture is damaged. Save it again as PNG, JPEG or WebP and upload that.");
  await request.storage.put(storageKey(key), bare, { contentType: TYPES[kind] });
  await replaceAvatar(request, session.userId, key);
  return `${request.config.urls.login}/avatars/${key}`;
}

/** Removes the person's picture. */
export async function removeAvatar(request: LoginRequest): Promise<{ message: string }> {
  await replaceAvatar(request, requireSession(request).userId, null);
  return { message: "Your picture is removed." };
}

async function replaceAvatar({ db, storage }: LoginRequest, userId: number, key: string | null): Promise<void> {
  const before = await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom("users")
      .select("avatar_key")
      .where("id", "=", userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await tx.updateTable("users").set({ avatar_key: key }).where("id", "=", userId).execute();
    return row.avatar_key;
  });
  if (before) await storage.delete(storageKey(before));
}
