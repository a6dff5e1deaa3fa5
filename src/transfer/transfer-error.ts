/** Something stands in the way of an export or import, and the user can do something about it. One line for them. */
export class TransferError extends Error {
  override readonly name = 'TransferError'
}
