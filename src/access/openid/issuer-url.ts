/** Why a URL cannot be that of an issuer, undefined when it can. The rules are those of the OpenID specification. */
export function issuerUrlProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || /\s/.test(text)) return 'must be a URL'
  if (url.protocol !== 'https:') return 'URL scheme must be https'
  if (url.username !== '' || url.password !== '') return 'URL must not contain a username or password'
  if (text.includes('?')) return 'URL must not contain a query'
  if (text.includes('#')) return 'URL must not contain a fragment'
  return undefined
}
