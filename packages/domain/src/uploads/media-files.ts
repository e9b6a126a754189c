/** Endings of films, as cameras, recorders and programs write them; systems know a type for few of them. */
const FILMS =
  "mp4 m4v mov qt mkv webm avi divx mpg mpeg m1v m2v mpv ts mts m2t m2ts wmv asf flv f4v ogv ogm 3gp 3g2 mxf vob dv rm rmvb h264 264 avc h265 265 hevc";
const SOUNDS = "mp3 m4a m4b flac ogg oga opus wav aif aiff aac caf wma mka";
/** Pictures, which are films when they move. */
const MOVING = "gif apng webp";

const ALL = `${FILMS} ${SOUNDS} ${MOVING}`;

const endingIn = (endings: string) => new RegExp(`\\.(?:${endings.replaceAll(" ", "|")})$`, "i");
const filmOrSound = () => endingIn(`${FILMS} ${SOUNDS}`);

/** Whether a file's name is one of a film or a sound. */
export const isFilmOrSoundName = (name: string): boolean => filmOrSound().test(name);

/** The name of a film or a sound without its ending. */
export const withoutFilmEnding = (name: string): string => name.replace(filmOrSound(), "");

/** Whether a file's name is one of a film, a sound or a picture that may move. */
export const isMediaName = (name: string): boolean => endingIn(ALL).test(name);

/** What a field for files takes (HTML, `accept`): by type, and by name where a system knows no type. */
export const MEDIA_ACCEPTED = `video/* audio/* .${ALL.replaceAll(" ", " .")}`.replaceAll(" ", ",");
