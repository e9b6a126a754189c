const FRAGMENT = "application/trickle-ice-sdpfrag";
const ICE = /^a=(?:ice-ufrag|ice-pwd|mid|group):.*$/gm;

/**
 * Looks for another way to the server of a WHIP session, for a browser whose network changed (RFC 9725 §4.3.2): the session continues.
 * Returns the server's answer where it does not agree. @throws Error when the server is not reached
 */
export async function restartIce(connection: RTCPeerConnection, session: string): Promise<"restarted" | Response> {
  const before = connection.remoteDescription?.sdp ?? "";
  const offer = await connection.createOffer({ iceRestart: true });
  await connection.setLocalDescription(offer);
  const answer = await fetch(session, {
    method: "PATCH",
    headers: { "content-type": FRAGMENT, "if-match": "*" },
    body: `${(offer.sdp?.match(ICE) ?? []).join("\r\n")}\r\n`,
  });
  if (answer.status !== 200) return answer;
  const fragment = await answer.text();
  const sdp = ["a=ice-ufrag:", "a=ice-pwd:"].reduce((text, name) => withLine(text, name, fragment), before);
  await connection.setRemoteDescription({ type: "answer", sdp });
  return "restarted";
}

/** A description in which the lines that begin with `name` are as in a fragment. */
function withLine(description: string, name: string, fragment: string): string {
  const line = fragment.split("\r\n").find((one) => one.startsWith(name));
  return line === undefined
    ? description
    : description
        .split("\r\n")
        .map((one) => (one.startsWith(name) ? line : one))
        .join("\r\n");
}
