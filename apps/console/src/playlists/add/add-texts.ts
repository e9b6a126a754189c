export const addToPlaylistTexts = {
  add: "Add to playlist",
  title_one: "Add video to playlists",
  title_other: "Add {{count}} videos to playlists",
  playlists: "Playlists",
  none: "Not in a playlist yet. Smart playlists aren't listed here.",
  placeholder: "Search playlists",
  hint: "Added at the end. Videos already in a playlist keep their position.",
  chooseFirst: "Choose at least one playlist.",
  removeChoice: "Remove {{name}}",
  submit: "Add",
  notAdded: "Couldn't add the videos.",
};
