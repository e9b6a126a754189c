import { audio, block, matroskaHead, track, video } from "../matroska.ts";
import type { PictureFormat } from "./access-units.ts";

const PICTURE = 1;
const SOUND = 2;
const RATE = 48_000;
const CHANNELS = 2;
const CODECS = { h264: "V_MPEG4/ISO/AVC", vp8: "V_VP8" } as const;
/** Identification header (RFC 7845 §5.1): version 1, without pre-skip, gain and channel mapping. */
const OPUS_HEAD = Buffer.from([...Buffer.from("OpusHead"), 1, CHANNELS, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0]);

/** The head of a Matroska stream with a picture, Opus or both. */
export const rtcHead = (picture: PictureFormat | null, hasSound: boolean): Buffer =>
  matroskaHead(
    ...(picture
      ? [track(PICTURE, 1, CODECS[picture.codec], picture.config, [video(picture.width, picture.height)])]
      : []),
    ...(hasSound ? [track(SOUND, 2, "A_OPUS", OPUS_HEAD, [audio(RATE, CHANNELS)])] : []),
  );

/** A picture at a time in whole milliseconds. */
export const pictureBlock = (atMs: number, isKey: boolean, data: Buffer): Buffer => block(PICTURE, atMs, isKey, data);

/** A packet of Opus at a time in whole milliseconds. */
export const soundBlock = (atMs: number, data: Buffer): Buffer => block(SOUND, atMs, true, data);
