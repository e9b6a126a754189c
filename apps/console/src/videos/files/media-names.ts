/** ffmpeg's short names (`ffmpeg -codecs`) as their makers write them. */
const CODECS: Readonly<Record<string, string>> = {
  h264: "H.264",
  hevc: "H.265",
  av1: "AV1",
  vp8: "VP8",
  vp9: "VP9",
  mpeg2video: "MPEG-2",
  mpeg4: "MPEG-4",
  mjpeg: "Motion JPEG",
  prores: "ProRes",
  theora: "Theora",
  aac: "AAC",
  mp3: "MP3",
  ac3: "AC-3",
  eac3: "E-AC-3",
  opus: "Opus",
  vorbis: "Vorbis",
  flac: "FLAC",
  alac: "ALAC",
};

const CONTAINERS: Readonly<Record<string, string>> = {
  mov: "MP4",
  matroska: "Matroska",
  mpegts: "MPEG-TS",
  mpeg: "MPEG-PS",
  avi: "AVI",
  flv: "FLV",
  ogg: "Ogg",
  asf: "ASF",
  mxf: "MXF",
  mp3: "MP3",
  wav: "WAV",
  flac: "FLAC",
  aiff: "AIFF",
};

/** File names' endings of what ffmpeg reads by one and the same demuxer. */
const ENDINGS: Readonly<Record<string, string>> = {
  mov: "QuickTime",
  webm: "WebM",
  "3gp": "3GP",
  m4v: "MP4",
  m4a: "M4A",
  wmv: "WMV",
};

interface Format {
  container: string;
  video_codec: string | null;
  audio_codec: string | null;
}

/** A file's container and codecs in people's words: `MP4 · H.264 · AAC`. What has no such name keeps ffmpeg's. */
export function formatWords({ container, video_codec: video, audio_codec: audio }: Format, fileName: string): string {
  const ending = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  const file = ENDINGS[ending] ?? CONTAINERS[container] ?? container;
  return [file, ...[video, audio].flatMap((codec) => (codec === null ? [] : [CODECS[codec] ?? codec]))].join(" · ");
}

/** Codecs by the first part of their names in RFC 6381, section 3. */
const STREAM_CODECS: Readonly<Record<string, string>> = {
  avc1: "H.264",
  avc3: "H.264",
  hvc1: "H.265",
  hev1: "H.265",
  av01: "AV1",
  vp09: "VP9",
  mp4a: "AAC",
  opus: "Opus",
};

/** The codecs of a rendition in people's words: `avc1.64001f,mp4a.40.2` is `H.264 · AAC`. */
export const codecWords = (codecs: string): string =>
  codecs
    .split(",")
    .map((codec) => STREAM_CODECS[codec.trim().split(".")[0]?.toLowerCase() ?? ""] ?? codec.trim())
    .join(" · ");
