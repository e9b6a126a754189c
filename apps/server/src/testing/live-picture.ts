/** Arguments of ffmpeg for H.264 as encoders of livestreams send it: no frame waits for another, and one of so many is a key frame. */
export const livePicture = (keyframeEvery: number): string[] => [
  ...["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency"],
  ...["-g", String(keyframeEvery), "-pix_fmt", "yuv420p"],
];
