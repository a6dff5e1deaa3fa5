import { rfc1123Label, rfc1123Subdomain } from './formats.js'

/** Who sends a request. */
export interface User {
  readonly name: string
  readonly uid?: string | undefined
  readonly groups: readonly string[]
  /** What an authenticator knows besides, by name. */
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** A user whom a credential has proven. */
export interface Identity {
  readonly user: User
  /** Whether the credential still holds: it may have been taken back, or be past its time. `now` is the present when left out. */
  isValid(now?: number): boolean
  /** For whom the credential is; for this server when left out. */
  readonly audiences?: readonly string[]
}

/** The user of a request that proves no identity. */
export const ANONYMOUS: User = { name: 'system:anonymous', groups: ['system:unauthenticated'], extra: {} }

/** The server itself, as its controllers write. */
export const SERVER: User = { name: 'system:apiserver', groups: ['system:masters'], extra: {} }

/** The identity of programs: an object in a namespace, whose user has a name that is made of both. */
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

/** The user that a service account is, whatever credential stands for it. */
export const serviceAccountUser = (account: ServiceAccountName): User => ({
  name: serviceAccountUsername(account.namespace, account.name),
  groups: serviceAccountGroups(account),
  extra: {},
})
