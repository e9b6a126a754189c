import { COUNTRY_FILE_BYTES } from "@kinora/domain/operations/country-file.ts";
import { FINDING_STATES } from "@kinora/domain/operations/doctor.ts";
import { z } from "zod";
import { operation, superuser } from "../access.ts";
import { line, message, moment } from "../shapes.ts";

export const getSystem = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/system",
    tags: ["Advanced"],
    summary: "Versions, addresses, ingest and mail of the installation, and how old its country database is.",
  })
  .input(z.object({}))
  .output(
    z.object({
      data: z.object({
        version: z.string(),
        node: z.string(),
        postgres: z.string(),
        /** The newest migration of the database. */
        schema: z.string(),
        hosts: z.array(z.object({ name: z.enum(["console", "login", "api", "edge"]), url: z.string() })),
        ingest: z.array(
          z.object({
            protocol: z.enum(["rtmp", "rtmps", "srt", "whip"]),
            url: z.string(),
            port: z.number().nullable(),
          }),
        ),
        live_hosts: z.array(z.object({ host: z.string(), ladders: z.number().nullable(), seen_at: moment })),
        mail: z.object({
          /** The relay, without credentials; null where mails are kept in the development inbox. */
          relay: z.string().nullable(),
          from: z.string(),
        }),
        countries: z.object({
          /** Null when the file cannot be read. */
          built_at: moment.nullable(),
          /** Uploaded by a superuser, the file of KINORA_GEO_DATABASE, or the one that comes with Kinora. */
          source: z.enum(["uploaded", "setting", "built_in"]),
          /** What the uploaded file was called; null where there is none. */
          name: z.string().nullable(),
          problem: z.string().nullable(),
        }),
      }),
    }),
  );

/** How a host speaks TLS. */
export const certificate = z.object({
  name: z.string(),
  /** What was asked: a URL, or a file. */
  place: z.string(),
  valid_to: moment.nullable(),
  issuer: z.string().nullable(),
  /** Why a browser or an encoder would refuse it, or why it could not be read. */
  problem: z.string().nullable(),
});

export const checkCertificates = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/certificates",
    tags: ["Advanced"],
    summary: "Connects to every public https address and reads its certificate; reads that of RTMPS from its file.",
  })
  .input(z.object({}))
  .output(z.object({ data: z.array(certificate) }));

export const runDoctor = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/doctor",
    tags: ["Advanced"],
    summary: "Runs the doctor on the API host: what Kinora needs of the machine, and how to mend it.",
  })
  .input(z.object({}))
  .output(
    z.object({
      data: z.array(
        z.object({
          state: z.enum(FINDING_STATES),
          subject: z.string(),
          message: z.string(),
          fix: z.string().nullable(),
        }),
      ),
    }),
  );

export const testMail = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/mail/test",
    tags: ["Advanced"],
    summary: "Sends a mail to the caller, and says what the mail server answered when it refuses.",
  })
  .output(message);

export const replaceCountries = operation(superuser, { bodyBytes: Math.ceil((COUNTRY_FILE_BYTES * 4) / 3) + 4_096 })
  .route({
    method: "PUT",
    path: "/advanced/countries",
    tags: ["Advanced"],
    summary:
      "Puts another file in MaxMind's format in the place of the country database; edges use it within ten seconds.",
  })
  .input(
    z.object({
      /** In base64. */
      file: z.string("Send the file in base64.").min(1, "Choose a file."),
      name: line("Name", 255),
    }),
  )
  .output(message);

export const revertCountries = operation(superuser)
  .route({
    method: "DELETE",
    path: "/advanced/countries",
    tags: ["Advanced"],
    summary:
      "Deletes the uploaded country database: that of KINORA_GEO_DATABASE, or the one that comes along, is used again.",
  })
  .output(message);
