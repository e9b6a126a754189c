/** How long sound is waited for once there is a picture, in milliseconds of the publisher's own clock. */
export const SOUND_PATIENCE_MS = 1_200;
/** Tags kept until it is known what they are. */
export const PENDING_BYTES = 24 * 1024 * 1024;
/** How long a first key frame is waited for, in milliseconds of the publisher's own clock. */
export const KEYFRAME_PATIENCE_MS = 20_000;
export const NO_KEYFRAME = "No key frame came within 20 seconds. In OBS set Keyframe Interval to 2.";
export const UNKNOWN_SIZE = { width: 1280, height: 720 };
/** Of sound, enough to say how loud it is: two seconds at 48 kHz. */
export const LATEST_TAGS = 96;
export const AVC = 7;
export const AAC = 10;
export const FALLBACK_FPS = 30;
/** Before what an AVC or AAC decoder needs, or a frame of theirs (FLV specification 10.1, E.4.2, E.4.3). */
export const VIDEO_HEAD_BYTES = 5;
export const AUDIO_HEAD_BYTES = 2;
