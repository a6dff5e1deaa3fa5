import { isPrintable, MAX_MANAGER_LENGTH } from '#registry/metadata/manager-rules.js'

/** How many names of clients are remembered. */
const MAX_NAMES = 1000
const names = new Map<string, string>()

/** The manager that a client is who does not name one: what its user agent begins with. */
export function managerOfAgent(userAgent: string | undefined): string {
  if (userAgent === undefined) return 'unknown'
  let name = names.get(userAgent)
  if (name === undefined) {
    name = nameIn(userAgent)
    if (names.size >= MAX_NAMES) names.clear()
    names.set(userAgent, name)
  }
  return name
}

function nameIn(userAgent: string): string {
  let name = ''
  let size = 0
  // Headers are read byte by byte; what they hold is UTF-8.
  const text = Buffer.from(userAgent.split('/', 1)[0] ?? '', 'latin1').toString()
  for (const character of text) {
    if (!isPrintable(character)) continue
    size += Buffer.byteLength(character)
    if (size > MAX_MANAGER_LENGTH) break
    name += character
  }
  return name === '' ? 'unknown' : name
}
