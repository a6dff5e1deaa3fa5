/**
 * Who of several servers on one store acts. Controllers only act while they lead: two collectors would do no
 * harm, since every action is conditional, but they would do everything twice.
 */
export interface Leadership {
  /**
   * Whether this server leads at this very moment. A process that stood still for a while finds out by this that it no longer
   * leads before `stop` is called, which takes a turn of the event loop. Writes that are not conditional look here first.
   */
  readonly isLeading: boolean
  /**
   * Calls `start` when this server begins to lead, which may be at once, and `stop` when it ceases to; in turn,
   * as often as that happens. After `stop` returns nothing new may be begun. The function that this returns
   * ends the interest; neither is called after it.
   */
  whenLeading(start: () => void, stop: () => void): () => void
}

/** For stores that only one server can open: the server that has the store leads. */
export const alwaysLeading: Leadership = {
  isLeading: true,
  whenLeading: (start) => {
    start()
    return () => undefined
  },
}
