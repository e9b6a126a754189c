import { spawn, type ChildProcess } from "node:child_process";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import { MediaStreamTrack, RTCPeerConnection, useH264, useOPUS, useVP8 } from "werift";

const ENCODINGS = {
  h264: ["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "25", "-bf", "0"],
  vp8: ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "16", "-g", "25"],
} as const;

/** A WebRTC sender for tests: ffmpeg encodes a moving picture and a tone, and its RTP is sent as a browser's would be. */
export class TestBrowser {
  readonly connection: RTCPeerConnection;
  readonly #codec: keyof typeof ENCODINGS;
  readonly #sockets: Socket[] = [];
  readonly #tracks: MediaStreamTrack[];
  #encoder: ChildProcess | null = null;

  constructor(codec: keyof typeof ENCODINGS) {
    this.#codec = codec;
    this.connection = new RTCPeerConnection({
      codecs: { video: [codec === "h264" ? useH264() : useVP8()], audio: [useOPUS()] },
      bundlePolicy: "max-bundle",
      iceServers: [],
      // No server is asked for an address.
      iceUseIpv6: false,
      iceStunGatherTimeout: 0,
    });
    this.#tracks = (["video", "audio"] as const).map((kind) => new MediaStreamTrack({ kind }));
    for (const track of this.#tracks) this.connection.addTransceiver(track, { direction: "sendonly" });
  }

  async offer(): Promise<string> {
    await this.connection.setLocalDescription(await this.connection.createOffer());
    return this.connection.localDescription?.sdp ?? "";
  }

  /** Connects and sends until `close`. */
  async send(answer: string): Promise<void> {
    await this.connection.setRemoteDescription({ type: "answer", sdp: answer });
    const ports = await Promise.all(this.#tracks.map((track) => this.#forward(track)));
    const { ffmpegPath } = await mediaTools();
    const outputs = ports.map((port) => `rtp://127.0.0.1:${port}?pkt_size=1200`);
    this.#encoder = spawn(
      ffmpegPath,
      [
        ...["-hide_banner", "-nostdin", "-v", "error", "-re", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25"],
        ...["-re", "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000", "-map", "0", "-pix_fmt", "yuv420p"],
        ...[...ENCODINGS[this.#codec], "-f", "rtp", outputs[0] ?? ""],
        ...["-map", "1", "-c:a", "libopus", "-ac", "2", "-f", "rtp", outputs[1] ?? ""],
      ],
      { stdio: ["ignore", "ignore", "inherit"] },
    );
  }

  async close(): Promise<void> {
    this.#encoder?.kill("SIGKILL");
    for (const socket of this.#sockets) socket.close();
    await this.connection.close();
  }

  async #forward(track: MediaStreamTrack): Promise<number> {
    const socket = createSocket("udp4");
    this.#sockets.push(socket);
    socket.on("message", (packet: Buffer) => track.writeRtp(packet));
    socket.bind(0, "127.0.0.1");
    await once(socket, "listening");
    return socket.address().port;
  }
}
