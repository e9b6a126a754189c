export const addToPlaylistTexts = {
  add: "Add to playlist",
  title_one: "Add video to playlists",
  title_other: "Add {{count}} videos to playlists",
  playlists: "Playlists",
  none: "Not in a playlist yet. Smart playlists find videos by their rules and are not listed here.",
  placeholder: "Search playlists",
  hint: "Added at the end. Playlists that have a video already keep it where it is.",
  chooseFirst: "Choose at least one playlist.",
  removeChoice: "Remove {{name}}",
  submit: "Add",
  notAdded: "The videos weren't added.",
};
