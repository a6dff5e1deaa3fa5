/** What a program says about a kind of its own cannot be served. The message is one line for people. */
export class KindError extends Error {
  override readonly name = 'KindError'
}
