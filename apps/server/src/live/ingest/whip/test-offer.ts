import { MediaStreamTrack, RTCPeerConnection, useH264, useOPUS } from "werift";

/** The offer of a client with a camera and a microphone, and what ends the client. */
export async function testOffer(): Promise<{ offer: string; close(): Promise<void> }> {
  const connection = new RTCPeerConnection({
    codecs: { video: [useH264()], audio: [useOPUS()] },
    bundlePolicy: "max-bundle",
    // A lite agent asks no server for its address.
    iceLite: true,
    iceServers: [],
  });
  for (const kind of ["video", "audio"] as const)
    connection.addTransceiver(new MediaStreamTrack({ kind }), { direction: "sendonly" });
  await connection.setLocalDescription(await connection.createOffer());
  return { offer: connection.localDescription?.sdp ?? "", close: () => connection.close() };
}
