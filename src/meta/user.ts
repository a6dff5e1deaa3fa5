import { rfc1123Label, rfc1123Subdomain } from './formats.js'

/** The user of a request. */
export interface User {
  readonly name: string
  readonly uid?: string | undefined
  readonly groups: readonly string[]
  /** Additional attributes of the authenticator, by name. */
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** Receives what a request should tell of the credential that it uses. */
export interface CredentialUse {
  /** For the audit event of the request. */
  annotate(key: string, value: string): void
  /** For the client. */
  warn(text: string): void
}

/** An authenticated user. */
export interface Identity {
  readonly user: User
  /** Whether the credential is still valid, and neither revoked nor expired. */
  isValid(): boolean
  /** The audiences of the credential; this server by default. */
  readonly audiences?: readonly string[]
  /** Called for each request that uses the credential; undefined if there is nothing to tell. */
  onUse?(use: CredentialUse): void
}

/** The user of an unauthenticated request. */
export const ANONYMOUS: User = { name: 'system:anonymous', groups: ['system:unauthenticated'], extra: {} }

/** The server itself: the user of its controllers. */
export const SERVER: User = { name: 'system:apiserver', groups: ['system:masters'], extra: {} }

/** Namespace and name of a service account. */
export interface ServiceAccountName {
  readonly namespace: string
  readonly name: string
}

const PREFIX = 'system:serviceaccount:'
const GROUP = 'system:serviceaccounts'

export const serviceAccountUsername = (namespace: string, name: string) => `${PREFIX}${namespace}:${name}`

/** Undefined for the name of any other user. */
export function parseServiceAccountUsername(userName: string): ServiceAccountName | undefined {
  if (!userName.startsWith(PREFIX)) return undefined
  const [namespace = '', name = '', ...rest] = userName.slice(PREFIX.length).split(':')
  if (rest.length > 0 || rfc1123Label(namespace).length > 0 || rfc1123Subdomain(name).length > 0)
    return undefined
  return { namespace, name }
}

/** All service accounts, and those of a namespace, are groups. */
export const serviceAccountGroups = ({ namespace }: ServiceAccountName): readonly string[] => [
  GROUP,
  `${GROUP}:${namespace}`,
]

const NODE_PREFIX = 'system:node:'
const NODES = 'system:nodes'

/** The name of the node that a user is; undefined for other users. */
export const nodeOfUser = ({ name, groups }: User): string | undefined =>
  name.startsWith(NODE_PREFIX) && groups.includes(NODES) ? name.slice(NODE_PREFIX.length) : undefined

/** The user of a service account, for any credential. */
export const serviceAccountUser = (account: ServiceAccountName): User => ({
  name: serviceAccountUsername(account.namespace, account.name),
  groups: serviceAccountGroups(account),
  extra: {},
})
