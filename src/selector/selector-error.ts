/** A selector cannot be understood. The message is for the client. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError'
}
