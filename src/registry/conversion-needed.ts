import { tooLargeForStore } from '#meta/api-error.js'
import type { RequestTrace } from '#observe/trace/request-trace.js'

/**
 * Thrown when an object is needed in another version and a webhook must convert it first. After the conversion the same
 * work succeeds.
 */
export class ConversionNeeded extends Error {
  override readonly name = 'ConversionNeeded'
  /** Has the object converted. Rejects with the error for the client. */
  readonly convert: (trace?: RequestTrace) => Promise<void>

  constructor(convert: (trace?: RequestTrace) => Promise<void>) {
    super('the object is not converted yet')
    this.convert = convert
  }
}

/** The work needs more converted objects than are cached at a time. */
export const tooManyConversions = () =>
  tooLargeForStore('there is more to convert than can be at a time; ask for less, as by a limit')

/** Enough for one write: the old and the new object, and both in the versions of their field managers. */
const MAX_CONVERSIONS = 100

/** Runs work that has no effect when it throws, and repeats it after each conversion that it needs. */
export async function withConversions<T>(work: () => T | Promise<T>, trace?: RequestTrace): Promise<T> {
  for (let count = 0; ; count++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ConversionNeeded)) throw error
      if (count === MAX_CONVERSIONS) throw tooManyConversions()
      await error.convert(trace)
    }
  }
}
