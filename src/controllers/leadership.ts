/**
 * Who of several servers on one store acts. Controllers only act while they lead: two collectors would do no
 * harm, since every action is conditional, but they would do everything twice.
 */
export interface Leadership {
  /**
   * Calls `start` when this server begins to lead, which may be at once, and `stop` when it ceases to; in turn,
   * as often as that happens. After `stop` returns nothing new may be begun. The function that this returns
   * ends the interest; neither is called after it.
   */
  whenLeading(start: () => void, stop: () => void): () => void
}

/** For stores that only one server can open: the server that has the store leads. */
export const alwaysLeading: Leadership = {
  whenLeading: (start) => {
    start()
    return () => undefined
  },
}
