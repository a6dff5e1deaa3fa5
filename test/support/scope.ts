/**
 * How much is tested: `quick` is what a developer waits for between two edits (nothing but Node is needed, models are
 * short), `all` is everything. `scripts/run-tests.mjs` sets it; a test file that is run by itself tests everything.
 */
export const isQuick = process.env.BINNACLE_TESTS === 'quick'

/** A number of rounds, operations or objects: one for the whole test, a smaller one for a quick response. */
export const sized = (whole: number, quick: number): number => (isQuick ? quick : whole)
