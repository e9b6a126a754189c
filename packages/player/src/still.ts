/**
 * Lays the picture of this moment over the video while its stream is exchanged, so that nothing flickers. It goes once
 * the new stream shows a frame. Does nothing before the first frame.
 */
export function holdPicture(video: HTMLVideoElement): void {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return;
  const still = document.createElement("canvas");
  still.className = "kinora-still";
  still.toggleAttribute("noautohide", true);
  still.width = video.videoWidth;
  still.height = video.videoHeight;
  still.getContext("2d")?.drawImage(video, 0, 0);
  video.after(still);
  const release = () => still.remove();
  const onEmptied = () => {
    if ("requestVideoFrameCallback" in video) video.requestVideoFrameCallback(release);
    else (video as HTMLVideoElement).addEventListener("loadeddata", release, { once: true });
  };
  video.addEventListener("emptied", onEmptied, { once: true });
  video.addEventListener("error", release, { once: true });
}
