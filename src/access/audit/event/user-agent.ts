import { quoted } from './quote.js'

const LONGEST = 1024
const CUT = '...TRUNCATED'
/** Clients have few names; what a client can make up is bounded. */
const MOST_KNOWN = 256

const known = new Map<string, string>()

/** What the client calls itself, as JSON; empty for a client that does not. */
export function userAgent(header: string | undefined): string {
  if (header === undefined || header === '') return ''
  let text = known.get(header)
  if (text === undefined) {
    text = quoted(header.length > LONGEST ? header.slice(0, LONGEST) + CUT : header)
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(header, text)
  }
  return text
}
