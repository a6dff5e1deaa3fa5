/** `https://example.com`, `http://localhost:3000`, or all sites below a domain: `https://*.example.com`. */
const ORIGIN =
  /^([a-z][a-z0-9+.-]*):\/\/(\*\.)?([a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(:[0-9]{1,5})?$/i
/** A regular expression must be anchored at both ends of the host: otherwise it matches more sites than intended. */
const ANCHORED = /^(\(\?i\))?(\^|\/\/).*(\$|:|\$\))$/
/** Longer origins never match. */
const MAX_ORIGIN_LENGTH = 300

/** Whether the string is valid in a list of allowed origins. */
export function isAllowableOrigin(text: string): boolean {
  return patternOf(text) !== undefined
}

/** The regular expression of an allowed origin; undefined if it is invalid. */
function patternOf(text: string): RegExp | undefined {
  const [, scheme, below, host, port = ''] = ORIGIN.exec(text) ?? []
  if (scheme !== undefined && host !== undefined) {
    const labels = below === undefined ? '' : '([a-z0-9_-]+\\.)+'
    return new RegExp(`^${literally(scheme)}://${labels}${literally(host)}${port}$`, 'i')
  }
  if (!ANCHORED.test(text)) return undefined
  try {
    return text.startsWith('(?i)') ? new RegExp(text.slice(4), 'i') : new RegExp(text)
  } catch {
    return undefined
  }
}

const literally = (text: string) => text.replace(/[.+[\]]/g, '\\$&')

/** The other sites whose pages may use the server. */
export class AllowedOrigins {
  readonly #patterns: readonly RegExp[]

  /** Ignores invalid entries. */
  constructor(texts: readonly string[]) {
    this.#patterns = texts.map(patternOf).filter((pattern) => pattern !== undefined)
  }

  has(origin: string): boolean {
    return origin.length <= MAX_ORIGIN_LENGTH && this.#patterns.some((pattern) => pattern.test(origin))
  }
}
