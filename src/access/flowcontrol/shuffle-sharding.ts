import { createHash } from 'node:crypto'

/** Evenly distributed over all flows; the same on all servers. */
export const hashOfFlow = (schema: string, distinguisher: string): bigint =>
  createHash('sha256').update(`${schema}\0${distinguisher}`).digest().readBigUInt64LE(0)

/**
 * The queues of a flow: as many distinct ones of the deck as the hand has. Two flows rarely have the same hand, so a
 * flow that fills its queues leaves most others a queue.
 */
export function dealHand(hash: bigint, deckSize: number, handSize: number): readonly number[] {
  const deck = Array.from({ length: deckSize }, (_, index) => index)
  let rest = hash
  return Array.from({ length: Math.min(handSize, deckSize) }, () => {
    const left = BigInt(deck.length)
    const [card] = deck.splice(Number(rest % left), 1)
    rest /= left
    return card as number
  })
}
