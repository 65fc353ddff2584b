/** What became of handing a message over. `answer` is the other side's own sentence, or what stood in the way. */
export type Handover =
  /** It was taken. */
  | { outcome: 'sent'; answer: string }
  /** It never will be: the address or the message is refused for good. */
  | { outcome: 'refused'; answer: string }
  /** It was not taken now; `away` says that nobody's is. */
  | { outcome: 'postponed'; answer: string; away: boolean }
  /** It was handed over and the answer got lost: whether it was taken cannot be known. `away`: there was none in all the time there is, so others would wait for theirs in vain. */
  | { outcome: 'unknown'; answer: string; away: boolean }
