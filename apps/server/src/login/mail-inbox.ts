import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Services } from "../context.ts";
import { listenOnIpv6Too } from "../platform/http/both-families.ts";
import { createHttpServer } from "../platform/http/http.ts";
import { Refusal } from "../platform/refusal.ts";

interface StoredMail {
  id: number;
  recipient: string;
  subject: string;
  body: string;
  created_at: Date;
}

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#e9eaed, #22252b); --muted: light-dark(#626873, #969ca8); --accent: light-dark(#2c4fd0, #8ea5f4); }
body { margin: 0 auto; max-width: 720px; padding: 32px 16px; font: 13px/20px "Inter Variable", system-ui, sans-serif; color: light-dark(#16181d, #e8eaee); background: light-dark(#fff, #0d0e11); }
h1 { font-size: 20px; line-height: 28px; margin: 0 0 4px; }
p.muted, time { color: var(--muted); }
ul { list-style: none; margin: 24px 0; padding: 0; border: 1px solid var(--line); border-radius: 8px; }
li + li { border-top: 1px solid var(--line); }
li a { display: block; padding: 12px 16px; color: inherit; text-decoration: none; }
li a:hover, li a:focus-visible { background: light-dark(#f4f5f6, #191b20); }
li strong { display: block; font-weight: 600; }
article { white-space: pre-wrap; overflow-wrap: anywhere; margin-top: 24px; padding: 24px; border: 1px solid var(--line); border-radius: 8px; }
a { color: var(--accent); }
`;
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");
const LOOPBACK = "127.0.0.1";
const SHOWN = 100;

/**
 * The development inbox: the mails that would have been sent if SMTP_URL were set, for users of this machine. It listens
 * on loopback only, because the mails carry links that sign people in.
 */
export async function startMailInbox(services: Services): Promise<FastifyInstance> {
  const { db, config, log } = services;
  const app = createHttpServer({ name: "mail inbox", config, log, checks: {} });
  app.addHook("onRequest", async (request, reply) => {
    // Otherwise another site could read it through a name that resolves to this machine (DNS rebinding).
    const name = request.headers.host?.replace(/:\d+$/, "");
    if (name !== "localhost" && name !== LOOPBACK)
      throw new Refusal("forbidden", "The inbox is only reached as localhost.");
    reply.header(
      "content-security-policy",
      `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'`,
    );
    reply.header("referrer-policy", "no-referrer").header("cache-control", "no-store");
  });
  const mails = () => db.selectFrom("development_mails").selectAll().orderBy("id", "desc").limit(SHOWN);
  app.get<{ Querystring: { to?: string } }>("/mails.json", async (request) => {
    const { to } = request.query;
    return { data: await (to ? mails().where("recipient", "=", to.toLowerCase()) : mails()).execute() };
  });
  app.get("/", async (_request, reply) => reply.type("text/html; charset=utf-8").send(list(await mails().execute())));
  app.get<{ Params: { id: string } }>("/mails/:id", async (request, reply) => {
    const id = /^\d{1,15}$/.test(request.params.id) ? Number(request.params.id) : 0;
    const mail = await mails().where("id", "=", id).executeTakeFirst();
    if (!mail) throw new Refusal("not_found", "This mail does not exist any more.");
    return reply.type("text/html; charset=utf-8").send(one(mail));
  });
  await app.listen({ port: config.ports.mailInbox, host: LOOPBACK });
  await listenOnIpv6Too(app.server, LOOPBACK);
  return app;
}

function list(mails: StoredMail[]): string {
  const rows = mails.map(
    (mail) =>
      `<li><a href="/mails/${mail.id}"><strong>${escape(mail.subject)}</strong>${escape(mail.recipient)} · ${when(mail.created_at)}</a></li>`,
  );
  const body =
    rows.length > 0
      ? `<ul>${rows.join("")}</ul>`
      : "<p>No mail yet. An invitation or a forgotten password puts one here.</p>";
  return page("Inbox", `<p class="muted">Nothing leaves this machine: SMTP_URL is not set.</p>${body}`);
}

function one(mail: StoredMail): string {
  const linked = escape(mail.body).replaceAll(/https?:\/\/[^\s<>&]+/g, (url) => `<a href="${url}">${url}</a>`);
  return page(
    mail.subject,
    `<p class="muted">To ${escape(mail.recipient)} · ${when(mail.created_at)} · <a href="/">Inbox</a></p><article>${linked}</article>`,
  );
}

const when = (moment: Date): string =>
  `<time datetime="${moment.toISOString()}">${moment.toISOString().slice(0, 16).replace("T", " ")} UTC</time>`;

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)} – Kinora mail</title><style>${STYLE}</style></head><body><main><h1>${escape(title)}</h1>${body}</main></body></html>`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
