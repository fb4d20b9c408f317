// What the pages for teachers say.

import { addTexts } from "./words.js";

addTexts({
  "exercise.title": "An exercise",
  "exercise.task": "Find the right move.",
  "exercise.whose": "Whoever made the link wrote this, not Parlour. Nothing of it is kept here.",
  "exercise.other": "That is legal, but not what is asked for. Try again.",
  "exercise.right": "That is it. Well done!",
  "exercise.again": "Do it again",
  "exercise.study": "Study the position",
  "exercise.bad": "This exercise does not work",
  "exercise.too-long": "The exercise is too long. Use a shorter text or fewer moves.",
  "exercise.no-position": "The link names no game or no position. Perhaps a part of it is missing.",
  "exercise.no-move": "Say which move is right: at least one.",
  "exercise.illegal": "These moves are not legal in the position: {moves}.",
  "exercise.make": "Make an exercise of this position",
  "exercise.text": "What is to be done?",
  "exercise.text-hint": "White to play and win.",
  "exercise.moves": "Which moves are right?",
  "exercise.link": "Copy the link of the exercise",
  "exercise.open": "Try the exercise",
  "exercise.copied": "Link copied",

  "tables.link": "For teachers: watch several tables at once",
  "tables.title": "Several tables",
  "tables.lead": "Watch up to {most} tables on one page, live. Paste their links or codes, one in a line.",
  "tables.label": "Links or codes of tables",
  "tables.show": "Show them",
  "tables.none": "No table was found in that text.",
  "tables.gone": "This table does not exist, or was deleted.",
  "tables.change": "Choose other tables",
});
