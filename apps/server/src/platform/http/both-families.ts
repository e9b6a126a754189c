import { createSocket, type Socket as UdpSocket, type SocketOptions } from "node:dgram";
import { createServer, type Server, type Socket } from "node:net";

/** Every address of IPv4. */
export const EVERYWHERE = "0.0.0.0";

/** Every address of IPv6, or this machine's own: beside `0.0.0.0` and `127.0.0.1`. */
type Ipv6Host = "::" | "::1";
const IPV6_OF: Readonly<Record<string, Ipv6Host>> = { [EVERYWHERE]: "::", "127.0.0.1": "::1" };

/** Error codes where IPv6 is disabled, or no interface has an IPv6 address. */
const WITHOUT_IPV6 = new Set(["EAFNOSUPPORT", "EADDRNOTAVAIL", "EINVAL", "EPROTONOSUPPORT"]);
const isWithoutIpv6 = (error: unknown): boolean =>
  error instanceof Error && "code" in error && WITHOUT_IPV6.has(String(error.code));

/**
 * Makes a server that listens on an IPv4 host accept IPv6 on the same port, too: names such as `localhost` have addresses
 * of both. It uses a second socket, so that an IPv4 address never appears as `::ffff:192.0.2.1`, which limits and logs
 * would count as another client. Closes with the server. Null where the machine has no IPv6, or the host has no counterpart.
 *
 * @throws the system's error when another program has the port on IPv6: clients that use the name would reach that program.
 */
export async function listenOnIpv6Too(
  server: Server,
  host: string,
  { pauseOnConnect = false } = {},
): Promise<Server | null> {
  const address = server.address();
  const ipv6 = IPV6_OF[host];
  if (!ipv6 || !address || typeof address === "string") return null;
  const options = { allowHalfOpen: allowsHalfOpen(server), noDelay: true, pauseOnConnect };
  // A documented way into HTTP and TLS servers (node:http and node:tls, "Event: 'connection'").
  const second = createServer(options, (socket: Socket) => server.emit("connection", socket));
  second.maxConnections = server.maxConnections;
  const isListening = new Promise<void>((resolve, reject) => {
    second.once("error", reject);
    second.listen({ port: address.port, host: ipv6, ipv6Only: true }, () => {
      second.off("error", reject);
      resolve();
    });
  });
  try {
    await isListening;
  } catch (error) {
    if (isWithoutIpv6(error)) return null;
    throw error;
  }
  second.on("error", (error) => server.emit("error", error));
  server.once("close", () => second.close());
  return second;
}

/** HTTP servers keep half-closed connections open. */
const allowsHalfOpen = (server: Server): boolean => "allowHalfOpen" in server && server.allowHalfOpen === true;

/** UDP sockets on one port of an IPv4 host and of its counterpart of IPv6, where the machine has that. @throws Error of the system */
export async function bindOnBoth(
  host: string,
  port: number,
  options: Omit<SocketOptions, "type">,
): Promise<UdpSocket[]> {
  const first = await bind({ ...options, type: "udp4" }, host, port);
  const ipv6 = IPV6_OF[host];
  if (!ipv6) return [first];
  try {
    return [first, await bind({ ...options, type: "udp6", ipv6Only: true }, ipv6, first.address().port)];
  } catch (error) {
    if (isWithoutIpv6(error)) return [first];
    first.close();
    throw error;
  }
}

function bind(options: SocketOptions, host: string, port: number): Promise<UdpSocket> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(options);
    const failed = (error: Error): void => {
      socket.close();
      reject(error);
    };
    socket.once("error", failed);
    socket.bind(port, host, () => {
      socket.off("error", failed);
      resolve(socket);
    });
  });
}
