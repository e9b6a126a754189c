/**
 * The categories of podcasts and what they are divided into; no name stands twice
 * (https://podcasters.apple.com/support/1691-apple-podcasts-categories).
 */
const CATEGORIES = {
  Arts: ["Books", "Design", "Fashion & Beauty", "Food", "Performing Arts", "Visual Arts"],
  Business: ["Careers", "Entrepreneurship", "Investing", "Management", "Marketing", "Non-Profit"],
  Comedy: ["Comedy Interviews", "Improv", "Stand-Up"],
  Education: ["Courses", "How To", "Language Learning", "Self-Improvement"],
  Fiction: ["Comedy Fiction", "Drama", "Science Fiction"],
  Government: [],
  "Health & Fitness": ["Alternative Health", "Fitness", "Medicine", "Mental Health", "Nutrition", "Sexuality"],
  History: [],
  "Kids & Family": ["Education for Kids", "Parenting", "Pets & Animals", "Stories for Kids"],
  Leisure: [
    ...["Animation & Manga", "Automotive", "Aviation", "Crafts", "Games", "Hobbies", "Home & Garden"],
    "Video Games",
  ],
  Music: ["Music Commentary", "Music History", "Music Interviews"],
  News: [
    ...["Business News", "Daily News", "Entertainment News", "News Commentary", "Politics", "Sports News"],
    "Tech News",
  ],
  "Religion & Spirituality": [
    ...["Buddhism", "Christianity", "Hinduism", "Islam", "Judaism", "Religion"],
    "Spirituality",
  ],
  Science: [
    ...["Astronomy", "Chemistry", "Earth Sciences", "Life Sciences", "Mathematics", "Natural Sciences", "Nature"],
    ...["Physics", "Social Sciences"],
  ],
  "Society & Culture": ["Documentary", "Personal Journals", "Philosophy", "Places & Travel", "Relationships"],
  Sports: [
    ...["Baseball", "Basketball", "Cricket", "Fantasy Sports", "Football", "Golf", "Hockey", "Rugby", "Running"],
    ...["Soccer", "Swimming", "Tennis", "Volleyball", "Wilderness", "Wrestling"],
  ],
  Technology: [],
  "True Crime": [],
  "TV & Film": ["After Shows", "Film History", "Film Interviews", "Film Reviews", "TV Reviews"],
} satisfies Record<string, string[]>;

/** Each category with those within it, in the order of their names. */
export const PODCAST_CATEGORIES: readonly (readonly [string, readonly string[]])[] = Object.entries(CATEGORIES);

/** A category and the one that it is part of, outermost first; empty for a name that is none. */
export function podcastCategoryPath(name: string): string[] {
  for (const [category, parts] of PODCAST_CATEGORIES) {
    if (category === name) return [category];
    if (parts.includes(name)) return [category, name];
  }
  return [];
}

export const PODCAST_AUTHOR_MAX = 120;

/** What directories of podcasts ask of a feed. */
export interface Podcast {
  /** One of the names in `PODCAST_CATEGORIES`. */
  category: string | null;
  /** BCP 47, what is spoken. */
  language: string | null;
  /** Whether it is for adults. */
  explicit: boolean;
  author: string | null;
  /** Where directories reach the owner; anyone reads it in the feed. */
  email: string | null;
}

export const NO_PODCAST: Podcast = { category: null, language: null, explicit: false, author: null, email: null };
