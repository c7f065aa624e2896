/** Phrases of the chat by id. Made by `python -m tools.browser_types`; not to be edited. */

export const EMOTES = {
  smile: "Smile",
  laugh: "Laugh",
  wow: "Surprise",
  sad: "Tears",
  think: "Thinking",
  thumb: "Thumbs up",
};

export const PHRASES = {
  hello: "Hello!",
  good_luck: "Good luck!",
  nice_move: "Nice move!",
  thanks: "Thank you!",
  oops: "Oops!",
  sorry: "Sorry!",
  no_hurry: "Take your time.",
  one_moment: "One moment, please.",
  well_played: "Well played!",
  another_game: "Another game?",
  bye: "Goodbye!",
};

export const REPORT_REASONS = {
  insult: "Insults or hate",
  spam: "Too many messages",
  name: "An offensive name",
  unfair: "Unfair play",
  other: "Something else",
};
