/** The file of fault rules cannot be read, or has a wrong rule. */
export class FaultsFileError extends Error {
  override readonly name = 'FaultsFileError'
}
