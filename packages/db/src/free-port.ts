import { once } from "node:events";
import { createServer } from "node:net";

// Systems give outgoing connections and servers that ask for port 0 a port from 32768 (Linux, ip_local_port_range) or 49152 (IANA,
// RFC 6335 §6) on: one of those can be taken between here and the program that is to listen on it.
const FIRST = 20_000;
const LAST = 32_767;
const TRIES = 100;

/**
 * A TCP port that nothing listens on at this address, 20000–32767.
 * @throws when a hundred of them are taken.
 */
export async function freePort(host = "127.0.0.1"): Promise<number> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    if (await isFree(port, host)) return port;
  }
  throw new Error(`${TRIES} ports between ${FIRST} and ${LAST} are in use.`);
}

async function isFree(port: number, host: string): Promise<boolean> {
  const probe = createServer();
  const listening = once(probe, "listening");
  probe.listen({ port, host, exclusive: true });
  try {
    await listening;
  } catch {
    return false;
  }
  await new Promise((closed) => probe.close(closed));
  return true;
}
