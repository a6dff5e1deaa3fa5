/** The object that a proxy leads to, and how. */
export interface ProxiedName {
  /** Empty if the request names none. */
  readonly scheme: '' | 'http' | 'https'
  readonly name: string
  /** A number or a name; empty if the request names none. */
  readonly port: string
}

/** Reads `name`, `name:port` or `scheme:name:port`. Undefined for anything else. */
export function splitName(text: string): ProxiedName | undefined {
  const parts = text.split(':')
  if (parts.length > 3) return undefined
  const [scheme, name, port] =
    parts.length === 3 ? parts : parts.length === 2 ? ['', ...parts] : ['', ...parts, '']
  if (!name || (scheme !== '' && scheme !== 'http' && scheme !== 'https')) return undefined
  return { scheme, name, port: port ?? '' }
}

/** The number of a port; undefined for anything else. */
export function portNumber(text: string): number | undefined {
  if (!/^\d{1,5}$/.test(text)) return undefined
  const port = Number(text)
  return port > 0 && port <= 65_535 ? port : undefined
}
