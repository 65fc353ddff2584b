/**
 * Words of four letters or more that say nothing about a session, in addition to PostgreSQL's own list for
 * English: helping verbs, numbers, times, and what all feedback is about.
 */
export const stopWords = [
  ...'could would should might must also else ever even only just really quite very much many more most some enough'.split(' '),
  ...'come came coming went gone going said told tell like liked look looked looking want wanted need needed know knew'.split(' '),
  ...'give gave given take took taken make made makes done doing keep kept left leave think thought feel felt find found'.split(' '),
  ...'read write wrote help helped helps helping prefer prefers please thank thanks thing things something anything'.split(' '),
  ...'good great nice fine well better best lovely happy first second third last next three four five other others another'.split(' '),
  ...'time times minute minutes hour hours today tomorrow yesterday week weeks month months year years before beforehand'.split(' '),
  ...'morning afternoon evening night clock session sessions appointment question questions answer answers mentor people person'.split(' '),
  ...'monday tuesday wednesday thursday friday saturday sunday back away again always never once still away into without'.split(' '),
]
