import { tooLargeForStore } from '#meta/api-error.js'

/**
 * Thrown where an object is needed in another version, and something else than the server has to convert it. Once that has
 * been done, the same work succeeds.
 */
export class ConversionNeeded extends Error {
  override readonly name = 'ConversionNeeded'
  /** Has the object converted. Rejects with the error for the client. */
  readonly convert: () => Promise<void>

  constructor(convert: () => Promise<void>) {
    super('the object is not converted yet')
    this.convert = convert
  }
}

/** More objects are in question than are known in other versions at a time. */
export const tooMuch = () =>
  tooLargeForStore('there is more to convert than can be at a time; ask for less, as by a limit')

/** One piece of work needs no more: an object as it was, as it is to be, and in the versions that its owners know. */
const MAX_CONVERSIONS = 100

/** Does work that leaves nothing behind when it fails, and has objects converted that it turns out to need. */
export async function withConversions<T>(work: () => T | Promise<T>): Promise<T> {
  for (let count = 0; ; count++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ConversionNeeded)) throw error
      if (count === MAX_CONVERSIONS) throw tooMuch()
      await error.convert()
    }
  }
}
