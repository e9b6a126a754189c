import { REASON_MAX } from "@kinora/domain/people/installation.ts";
import { CLIENT_ID_MAX, CLIENT_SECRET_MAX, isMailDomain, ISSUER_MAX } from "@kinora/domain/people/own-provider.ts";
import { z } from "zod";
import { operation, owner, superuser } from "../access.ts";
import { id, line, message, moment, named, person } from "../shapes.ts";

const ISSUER = "Enter the issuer's address, such as https://login.example.com/realms/staff.";

/** As the provider spells it: its tokens repeat it letter by letter. */
const issuer = z
  .string({ error: "Issuer can not be empty." })
  .trim()
  .min(1, "Issuer can not be empty.")
  .max(ISSUER_MAX, `Issuer can have up to ${ISSUER_MAX} characters.`)
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
  }, ISSUER);

const clientId = line("Client ID", CLIENT_ID_MAX);
/** Empty: the one that is saved. */
const clientSecret = z
  .string()
  .max(CLIENT_SECRET_MAX, `Client secret can have up to ${CLIENT_SECRET_MAX} characters.`)
  .default("");

const domain = z
  .string({ error: "Domain can not be empty." })
  .trim()
  .toLowerCase()
  .min(1, "Domain can not be empty.")
  .refine(isMailDomain, "Enter the part of mail addresses after the @, such as example.com.");

const signInDomain = z.object({
  domain: z.string(),
  /** Null while it is not proved. */
  verified_at: moment.nullable(),
  verified_by: z.enum(["dns", "operator"]).nullable(),
  /** When its record was looked for last; null before the first daily check. */
  checked_at: moment.nullable(),
  /** Since when its record is missing, though it was proved; the domain still counts. */
  lost_at: moment.nullable(),
  /** The TXT record that proves it. */
  record_name: z.string(),
  record_value: z.string(),
});

const ownProvider = z.object({
  issuer: z.string(),
  client_id: z.string(),
  /** What new people join; null after it was deleted, and nobody new is let in then. */
  project_id: z.number().nullable(),
  role_id: z.number().nullable(),
  required: z.boolean(),
});

const accountSignIn = z.object({
  /** Null while none is set up. Its client secret is never answered. */
  provider: ownProvider.nullable(),
  /** What the provider has to know as the redirect URI of its client. */
  redirect_uri: z.string(),
  /** Where it may say that it ended a session (OpenID Connect Back-Channel Logout 1.0). */
  logout_uri: z.string(),
  domains: z.array(signInDomain),
  /** Active people of the verified domains that would have to use the provider, and owners among them who keep their password. */
  people: z.number(),
  owners: z.number(),
  projects: z.array(named),
  roles: z.array(named),
});

const tags = ["Users"];
const account = { account_id: id };

export const getAccountSignIn = operation(owner("account"))
  .route({
    method: "GET",
    path: "/accounts/{account_id}/sign-in",
    tags,
    summary: "The organization's own OpenID Connect provider, and the mail domains that use it.",
  })
  .input(z.object(account))
  .output(z.object({ data: accountSignIn }));

export const saveAccountSignIn = operation(owner("account"), { proof: "always" })
  .route({
    method: "PUT",
    path: "/accounts/{account_id}/sign-in",
    tags,
    summary: "Sets the organization's own provider; the client secret stays when it is left out.",
  })
  .input(
    z.object({
      ...account,
      issuer,
      client_id: clientId,
      client_secret: clientSecret,
      project_id: id,
      role_id: id,
      required: z.boolean(),
    }),
  )
  .output(message.extend({ data: accountSignIn }));

export const removeAccountSignIn = operation(owner("account"), { proof: "always" })
  .route({
    method: "DELETE",
    path: "/accounts/{account_id}/sign-in",
    tags,
    summary: "Ends signing in with the organization's own provider; people use passwords again.",
  })
  .input(z.object(account))
  .output(message);

export const tryAccountSignIn = operation(owner("account"))
  .route({
    method: "POST",
    path: "/accounts/{account_id}/sign-in/try",
    tags,
    summary: "Asks a provider for its configuration, and says in words what is wrong with it.",
  })
  .input(z.object({ ...account, issuer, client_id: clientId, client_secret: clientSecret }))
  .output(
    z.object({
      ok: z.boolean(),
      findings: z.array(z.object({ ok: z.boolean(), text: z.string() })),
    }),
  );

export const addSignInDomain = operation(owner("account"))
  .route({
    method: "POST",
    path: "/accounts/{account_id}/sign-in/domains",
    tags,
    summary: "Claims a mail domain; it counts when its TXT record was found.",
  })
  .input(z.object({ ...account, domain }))
  .output(message.extend({ data: signInDomain }));

export const proveSignInDomain = operation(owner("account"))
  .route({
    method: "POST",
    path: "/accounts/{account_id}/sign-in/domains/{domain}/prove",
    tags,
    summary: "Looks for the TXT record that proves a claimed domain.",
  })
  .input(z.object({ ...account, domain }))
  .output(message);

export const removeSignInDomain = operation(owner("account"))
  .route({
    method: "DELETE",
    path: "/accounts/{account_id}/sign-in/domains/{domain}",
    tags,
    summary: "Gives a mail domain up; its people use passwords again.",
  })
  .input(z.object({ ...account, domain }))
  .output(message);

export const verifySignInDomain = operation(superuser, { proof: "always" })
  .route({
    method: "POST",
    path: "/advanced/accounts/{account_id}/sign-in-domains/{domain}/verify",
    tags: ["Advanced"],
    summary: "Verifies a domain that an account has claimed, without its TXT record.",
  })
  .input(z.object({ ...account, domain, reason: line("Reason", REASON_MAX) }))
  .output(message);

export const listSignInPeople = operation(owner("account"))
  .route({
    method: "GET",
    path: "/accounts/{account_id}/sign-in/people",
    tags,
    summary:
      "People who signed in with the organization's own provider, 50 at a time: give the last one's id as `after` to read on.",
  })
  .input(z.object({ ...account, after: id.optional() }))
  .output(
    z.object({
      data: z.array(person.extend({ email: z.string(), linked_at: moment, last_used_at: moment })),
      more: z.boolean(),
    }),
  );

export const unlinkSignInPerson = operation(owner("account"), { proof: "always" })
  .route({
    method: "DELETE",
    path: "/accounts/{account_id}/sign-in/people/{user_id}",
    tags,
    summary:
      "Unlinks a person from the organization's own provider and ends their sessions by it; their next sign-in links them again.",
  })
  .input(z.object({ ...account, user_id: id }))
  .output(message);
