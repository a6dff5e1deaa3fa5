/** Why a text is not the URL of an OpenTelemetry collector; undefined if it is. */
export function otlpEndpointError(text: string): string | undefined {
  if (!URL.canParse(text)) return 'is not a URL'
  const { protocol, username, password, search, hash } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return 'does not begin with http:// or https://'
  return username + password + search + hash === '' ? undefined : 'has a user, a query or a fragment'
}

/** Where the spans go: the path of the protocol below that of the endpoint. */
export const tracesUrl = (endpoint: string): URL => {
  const url = new URL(endpoint)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`
  return url
}
