/** The queries that are fetched again after a change of a video. */
export const videoChanges = (videoId: number) => [["video", videoId], ["videos"], ["activity", videoId]] as const;
