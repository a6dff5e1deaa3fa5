/** Where the pages of another server are found by clients of the proxy. */
export interface RewrittenPlace {
  /** The host and port of the other server, as URLs may have them. */
  readonly hosts: ReadonlySet<string>
  /** The path of the proxy, without a slash at the end. */
  readonly base: string
}

/** Any address that can be resolved, to read a path. */
const ANY = 'http://any.invalid'

/**
 * A URL in a response as clients of the proxy use it: paths of the other server get the path of the proxy in front. URLs of
 * other servers and relative paths stay.
 */
export function rewrittenUrl(text: string, { hosts, base }: RewrittenPlace): string {
  const absolute = /^(?:https?:)?\/\/([^/?#\s]+)(.*)$/is.exec(text)
  if (absolute !== null && !hosts.has((absolute[1] as string).toLowerCase())) return text
  const path = absolute === null ? text : absolute[2] || '/'
  if (!path.startsWith('/') || !URL.canParse(path, ANY)) return text
  return path.startsWith(`${base}/`) || path === base ? path : base + path
}
