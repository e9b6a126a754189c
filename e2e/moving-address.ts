import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** An address of TCP that leads to one server at a time, as a DNS name or a proxy that a failover moves. */
export interface MovingAddress {
  port: number;
  /** Has new connections lead to another port of this machine, and ends those there are. */
  leadTo(port: number): void;
}

/** An address that leads to a port of this machine at first; it is closed with `cleanUp`. */
export async function openMovingAddress(cleanUp: AsyncDisposableStack, firstPort: number): Promise<MovingAddress> {
  const sockets = new Set<Socket>();
  let target = firstPort;
  const address = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from
        .on("error", () => to.destroy())
        .on("close", () => {
          sockets.delete(from);
          to.destroy();
        });
      from.pipe(to);
    }
  }).listen(0, "127.0.0.1");
  await once(address, "listening");
  const end = () => sockets.forEach((socket) => socket.destroy());
  cleanUp.defer(async () => {
    address.close();
    end();
    await once(address, "close");
  });
  return {
    port: (address.address() as AddressInfo).port,
    leadTo(port) {
      target = port;
      end();
    },
  };
}
