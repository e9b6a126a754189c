import { RTCPeerConnection, RTCRtpCodecParameters, useOPUS, usePLI, type RtpPacket } from "werift";

/** A client that receives over WebRTC, and what it got. */
export interface TestViewer {
  offer: string;
  packets: { video: RtpPacket[]; audio: RtpPacket[] };
  answer(sdp: string): Promise<void>;
  close(): Promise<void>;
}

/** A viewer whose decoder plays every profile of H.264. */
export async function testViewer(): Promise<TestViewer> {
  const h264 = {
    mimeType: "video/H264",
    clockRate: 90_000,
    rtcpFeedback: [usePLI()],
    parameters: "level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=f4001f",
  };
  const connection = new RTCPeerConnection({
    codecs: { video: [new RTCRtpCodecParameters(h264)], audio: [useOPUS()] },
    bundlePolicy: "max-bundle",
    iceServers: [],
    iceUseIpv6: false,
    iceAdditionalHostAddresses: ["127.0.0.1"],
  });
  const packets: TestViewer["packets"] = { video: [], audio: [] };
  for (const kind of ["video", "audio"] as const)
    connection
      .addTransceiver(kind, { direction: "recvonly" })
      .onTrack.subscribe((track) => track.onReceiveRtp.subscribe((packet) => packets[kind].push(packet)));
  await connection.setLocalDescription(await connection.createOffer());
  return {
    offer: connection.localDescription?.sdp ?? "",
    packets,
    answer: (sdp) => connection.setRemoteDescription({ type: "answer", sdp }),
    close: () => connection.close(),
  };
}
