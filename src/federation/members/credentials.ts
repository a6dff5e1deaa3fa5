import { CredentialsError, type MemberAccess, readKubeconfig } from './kubeconfig.js'

/** What a Secret holds, decoded. */
export type SecretData = Readonly<Record<string, Buffer>>

/**
 * How a member is reached: at the address that its Cluster names, with what the Secret of the Cluster holds: `token` and
 * `ca.crt`, or a `kubeconfig`, whose server is replaced by the address. Rejects with `CredentialsError`.
 */
export async function memberAccess(address: string, secret: SecretData | undefined): Promise<MemberAccess> {
  if (secret === undefined) return { ...NO_CREDENTIALS, server: serverUrl(address, false) }
  const { token, 'ca.crt': ca, kubeconfig } = secret
  if (token !== undefined && ca !== undefined) {
    return {
      ...NO_CREDENTIALS,
      server: serverUrl(address, true),
      token: token.toString().trim(),
      ca: ca.toString(),
    }
  }
  if (token !== undefined || ca !== undefined) {
    throw new CredentialsError(
      `the secret has ${token === undefined ? 'ca.crt' : 'token'}, and the other one is missing`,
    )
  }
  if (kubeconfig === undefined) {
    throw new CredentialsError('the secret has neither token and ca.crt nor kubeconfig')
  }
  const access = await readKubeconfig(kubeconfig.toString())
  const isSecure = access.ca !== undefined || access.certificate !== undefined
  return { ...access, server: serverUrl(address, isSecure) }
}

const NO_CREDENTIALS: MemberAccess = {
  server: '',
  ca: undefined,
  token: undefined,
  certificate: undefined,
  key: undefined,
  serverName: undefined,
}

/** Without a scheme an address is one of http, unless a certificate says that it cannot be. */
function serverUrl(address: string, isSecure: boolean): string {
  const text = address.includes('://') ? address : `${isSecure ? 'https' : 'http'}://${address}`
  if (!URL.canParse(text)) throw new CredentialsError(`${JSON.stringify(address)} is no address of a server`)
  const { protocol, host, pathname, username, password } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw new CredentialsError(`${JSON.stringify(address)} begins neither with https:// nor with http://`)
  }
  if (username + password !== '') throw new CredentialsError('the address of a server has a user in it')
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`
}
