import { LADDER_PRESETS } from "@kinora/domain/transcoding/ladder-presets.ts";
import type { OpenAPI } from "@orpc/contract";
import { IDEMPOTENCY_PARAMETER } from "../../platform/http/idempotency.ts";
import { CHECKSUM_ALGORITHMS, CHUNK_TYPE, TUS_CAPABILITIES, TUS_EXTENSIONS, TUS_VERSION } from "./protocol.ts";

const METADATA = `Pairs of a key and a base64 value, separated by commas. \`project_id\` and \`filename\` are required. Optional: \`title\`, \
\`category_id\`, \`tag_ids\` (separated by commas), \`published\` (\`true\` or \`false\`), \`publish_at\` (ISO 8601), \`ladder_preset\` \
(${LADDER_PRESETS.join(", ")}), \`fingerprint\` (SHA-256 of the first and last MiB, of the whole file up to 2 MiB, in hex: an upload whose bytes are not that \
file's fails with \`checksum_mismatch\`), \`replaces_video_id\`, \`audio_track_id\`.`;

type Schema = NonNullable<OpenAPI.ParameterObject["schema"]>;

const text: Schema = { type: "string" };
const bytes: Schema = { type: "integer", minimum: 0 };

const asked = (name: string, schema: Schema, description: string, required = true): OpenAPI.ParameterObject => ({
  name,
  in: "header",
  required,
  schema,
  description,
});

const version = asked("Tus-Resumable", { type: "string", enum: [TUS_VERSION] }, "The version of tus the client uses.");
const length = asked("Upload-Length", { type: "integer", minimum: 1 }, "The size of the file in bytes.");
const offset = asked("Upload-Offset", bytes, "The byte at which the body begins: the last offset from the server.");
const metadata = asked("Upload-Metadata", text, METADATA);
const checksum = asked(
  "Upload-Checksum",
  text,
  `An algorithm (${CHECKSUM_ALGORITHMS.join(", ")}), a blank and the digest of the body in base64.`,
  false,
);
const id: OpenAPI.ParameterObject = {
  name: "id",
  in: "path",
  required: true,
  schema: { type: "string", format: "uuid" },
  description: "The last part of the URL in the creation's Location header.",
};

const header = (schema: Schema, description: string): OpenAPI.HeaderObject => ({ schema, description });
const versioned = { "Tus-Resumable": header(text, "The version of tus the server supports.") };
const expires = header(text, "When the upload expires if it receives no more bytes, as an HTTP date.");
const reached = header(bytes, "Bytes received and stored; the upload resumes there.");

const refusal = (description: string): OpenAPI.ResponseObject => ({
  description,
  headers: versioned,
  content: {
    "application/json": {
      schema: { $ref: "#/components/schemas/Refusal" },
    },
  },
});

const REFUSALS = {
  400: refusal("A header is missing or malformed."),
  401: refusal("No session and no valid API key."),
  403: refusal("The caller lacks the permission video_add, or one that the metadata asks for."),
  404: refusal("There is no such project or upload, or it is another caller's."),
  409: refusal("Upload-Offset is not where the upload continues, or the upload is complete."),
  410: refusal("The upload was cancelled or has expired."),
  412: refusal(`Tus-Resumable is not ${TUS_VERSION}; Tus-Version has the versions that are spoken.`),
  413: refusal("The body or the file is too large."),
  415: refusal(`The Content-Type is not ${CHUNK_TYPE}.`),
  422: refusal("The metadata or the length cannot be accepted."),
  423: refusal("Another connection continues this upload."),
  460: refusal("The body does not match its checksum; none of it was stored."),
  503: refusal("The installation is in maintenance; the upload can resume afterwards, see Retry-After."),
  507: refusal("The disk is full; the upload can resume once there is space."),
};

const refusals = (...codes: (keyof typeof REFUSALS)[]): OpenAPI.ResponsesObject =>
  Object.fromEntries(codes.map((code) => [code, REFUSALS[code]]));

const chunk = (required: boolean): OpenAPI.RequestBodyObject => ({
  required,
  description: required ? "The next bytes of the file." : "The first bytes of the file, or all of them.",
  content: { [CHUNK_TYPE]: { schema: { type: "string", format: "binary" } } },
});

const appended: OpenAPI.ResponseObject = {
  description: "The bytes are stored. The last byte finishes the upload, and its video is queued.",
  headers: { ...versioned, "Upload-Offset": reached, "Upload-Expires": expires },
};
const terminated: OpenAPI.ResponseObject = { description: "The upload and its video are deleted.", headers: versioned };

const operation = (operationId: string, summary: string, rest: OpenAPI.OperationObject): OpenAPI.OperationObject => ({
  operationId,
  summary,
  tags: ["Uploads"],
  ...rest,
});

const capabilities = (operationId: string): OpenAPI.OperationObject =>
  operation(operationId, "What this server offers of tus.", {
    security: [],
    responses: {
      204: {
        description: `Version, extensions (${TUS_EXTENSIONS}), checksum algorithms and the largest file.`,
        headers: Object.fromEntries(
          Object.entries(TUS_CAPABILITIES).map(([name, value]) => [name, header(text, `\`${value}\``)]),
        ),
      },
      "4XX": { $ref: "#/components/responses/4XX" },
    },
  });

/** The resumable uploads in the API's description; they are served beside the contract, because their bodies are streams. */
export const TUS_PATHS: Readonly<Record<string, object>> = {
  "/uploads": {
    options: capabilities("uploads.describe"),
    post: operation("uploads.create", "Creates a resumable upload (tus 1.0, creation and creation-with-upload).", {
      description:
        "Creates a video without its bytes. Send them with PATCH to the URL in Location, in one request or several.",
      parameters: [
        version,
        length,
        metadata,
        { ...checksum, description: `${checksum.description} Of a body sent along.` },
        {
          ...IDEMPOTENCY_PARAMETER,
          description: "A repetition with the same key within 24 hours gets the first upload, and creates none.",
        },
      ],
      requestBody: chunk(false),
      responses: {
        201: {
          description: "The upload is created.",
          headers: {
            ...versioned,
            Location: header({ type: "string", format: "uri" }, "The URL for the bytes."),
            "Upload-Offset": header(bytes, "Bytes stored, when the request had a body."),
            "Upload-Expires": expires,
            "Idempotency-Replayed": header(text, "`true` when an earlier request with this key created the upload."),
          },
        },
        ...refusals(400, 401, 403, 404, 412, 413, 422, 460, 503, 507),
      },
    }),
  },
  "/uploads/{id}": {
    parameters: [id],
    options: capabilities("uploads.describeOne"),
    head: operation("uploads.readOffset", "Returns the offset of an upload.", {
      parameters: [version],
      responses: {
        200: {
          description: "The upload resumes at Upload-Offset; at Upload-Length it is complete.",
          headers: {
            ...versioned,
            "Upload-Offset": reached,
            "Upload-Length": header(bytes, "The size of the file in bytes."),
            "Upload-Expires": expires,
            "Upload-Metadata": header(text, "The file's name and its project, as in the creation."),
          },
        },
        ...refusals(401, 404, 410, 412, 423),
      },
    }),
    patch: operation("uploads.append", "Sends the next bytes of an upload.", {
      description: "A body has no time limit. The bytes of an interrupted body are kept unless it has a checksum.",
      parameters: [version, offset, checksum],
      requestBody: chunk(true),
      responses: { 204: appended, ...refusals(400, 401, 404, 409, 410, 412, 413, 415, 423, 460, 503, 507) },
    }),
    delete: operation("uploads.terminate", "Cancels an upload that is not complete.", {
      parameters: [version],
      responses: { 204: terminated, ...refusals(401, 404, 409, 410, 412, 423, 503) },
    }),
    post: operation(
      "uploads.override",
      "PATCH or DELETE for clients behind proxies that let only GET and POST through.",
      {
        parameters: [
          version,
          asked(
            "X-HTTP-Method-Override",
            { type: "string", enum: ["PATCH", "DELETE", "HEAD", "OPTIONS"] },
            "The intended method.",
          ),
          { ...offset, required: false, description: `With PATCH. ${offset.description}` },
          checksum,
        ],
        requestBody: chunk(false),
        responses: { 204: appended, ...refusals(400, 401, 404, 409, 410, 412, 413, 415, 423, 460, 503, 507) },
      },
    ),
  },
};
