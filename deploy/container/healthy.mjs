// The health check of the container: every role with a port says that it is ready. Exit code 1 and the reason otherwise.
const base = Number(process.env.KINORA_PORT || 4000);
const ports = {
  console: base,
  login: base + 1,
  api: Number(process.env.KINORA_API_PORT || base + 2),
  edge: base + 3,
};
const roles = process.env.ROLES ? process.env.ROLES.split(",").map((role) => role.trim()) : Object.keys(ports);
const host = process.env.KINORA_LISTEN_HOST || "127.0.0.1";

for (const role of roles.filter((name) => name in ports)) {
  const answer = await fetch(`http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${ports[role]}/readyz`, {
    signal: AbortSignal.timeout(5_000),
  }).catch((error) => ({ ok: false, text: () => String(error.cause ?? error) }));
  if (!answer.ok) {
    console.log(`${role}: ${await answer.text()}`);
    process.exit(1);
  }
}
