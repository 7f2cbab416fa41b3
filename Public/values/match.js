// Finds actions by parts of their names.

import { folded } from "./fields.js";

const wordsOf = text => folded(text).split(/[^\p{L}\p{N}+−-]+/u).filter(Boolean);

/** Whether the letters stand in a word in this order, the first of them at its start. */
function areWithin(letters, word) {
  if (letters.length < 3 || letters[0] !== word[0]) return false;
  let at = 0;
  for (const letter of letters) {
    at = word.indexOf(letter, at) + 1;
    if (!at) return false;
  }
  return true;
}

/** Whether the letters are made of beginnings of some of the words, in order: `fulsc` and `fs` of `full screen`. */
function areBeginnings(letters, words) {
  if (!letters) return true;
  return words.some((word, place) => {
    for (let length = Math.min(word.length, letters.length); length > 0; length -= 1) {
      if (word.startsWith(letters.slice(0, length)) && areBeginnings(letters.slice(length), words.slice(place + 1))) return true;
    }
    return false;
  });
}

/** How well a typed word matches the words of a name, or the other words for it: 0 for not at all. */
function scoreOfWord(typed, words, others) {
  if (words.some(word => word === typed)) return 6;
  if (words.some(word => word.startsWith(typed))) return 5;
  if (others.some(word => word.startsWith(typed))) return 4;
  if (typed.length <= 12 && areBeginnings(typed, words)) return 3;
  if (words.some(word => word.includes(typed))) return 2;
  return words.some(word => areWithin(typed, word)) ? 1 : 0;
}

/**
 * Returns how well a text that is typed matches a name: 0 for not at all. Each typed word has to match, in any order.
 * @param name as it is shown. @param others further words by which it may be looked for.
 */
export function scoreOf(typed, name, others = "") {
  const [words, further] = [wordsOf(name), wordsOf(others)];
  const scores = wordsOf(typed).map(word => scoreOfWord(word, words, further));
  if (!scores.length) return 1;
  if (scores.includes(0)) return 0;
  const isStart = folded(name).startsWith(folded(typed).trim());
  return scores.reduce((sum, score) => sum + score, 0) / scores.length + (isStart ? 1 : 0);
}

/** Returns the entries that match, the best first; entries that match alike stay in their order. @param entries have `name` and `words`. */
export function matching(entries, typed) {
  return entries.map(entry => ({ entry, score: scoreOf(typed, entry.name, entry.words) })).filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score).map(({ entry }) => entry);
}
