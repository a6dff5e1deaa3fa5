import type { Authorizer } from '#access/authorization/authorizer.js'
import { refusal } from '#access/authorization/refusal.js'
import type { Filter } from '#http/filter.js'
import type { RequestContext } from '#http/request/request-context.js'
import type { ResourceAttributes } from '#http/request/resource-path.js'
import { badRequest } from '#meta/api-error.js'
import { parseServiceAccountUsername, serviceAccountGroups, type User } from '#meta/user.js'
import { decodeExtraKey, placedGroups } from './authenticator.js'

const PREFIX = 'impersonate-'
const EXTRA_PREFIX = 'impersonate-extra-'

/** The impersonated user of the headers. */
interface Impersonated {
  readonly name: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** Replaces the user with the impersonated one, if that is permitted. */
export class Impersonation implements Filter {
  readonly #authorizer: Authorizer

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer
  }

  before(context: RequestContext): void | Promise<void> {
    const wanted = readHeaders(context.request)
    if (wanted !== undefined) return this.#impersonate(context, wanted)
  }

  async #impersonate(context: RequestContext, wanted: Impersonated): Promise<void> {
    const { generation } = this.#authorizer
    const account = parseServiceAccountUsername(wanted.name)
    const needed = [...requiredPermissions(wanted, account)].map((resource) => ({
      user: context.user,
      verb: 'impersonate',
      path: context.path,
      resource,
    }))
    for (const attributes of needed) {
      const decision = await this.#authorizer.decide(attributes)
      if (!decision.allowed) throw refusal(attributes, decision)
    }
    const groups =
      wanted.groups.length === 0 && account !== undefined ? serviceAccountGroups(account) : wanted.groups
    context.impersonation = { needed, generation }
    context.user = userOf({ ...wanted, groups })
  }
}

const AUTHENTICATION = 'authentication.k8s.io'

/** Each attribute of the user needs its own permission. */
function* requiredPermissions(
  { name, groups, extra, uid }: Impersonated,
  account: ReturnType<typeof parseServiceAccountUsername>,
): Generator<ResourceAttributes> {
  const part = { group: '', version: 'v1', subresource: undefined, namespace: undefined }
  if (account === undefined) yield { ...part, plural: 'users', name }
  else yield { ...part, plural: 'serviceaccounts', ...account }
  for (const group of groups) yield { ...part, plural: 'groups', name: group }
  for (const [key, values] of Object.entries(extra)) {
    for (const value of values) {
      yield { ...part, group: AUTHENTICATION, plural: 'userextras', subresource: key, name: value }
    }
  }
  if (uid !== '') yield { ...part, group: AUTHENTICATION, plural: 'uids', name: uid }
}

/** Undefined without impersonation. Throws `badRequest`. */
function readHeaders({ headers, rawHeaders }: RequestContext['request']): Impersonated | undefined {
  if (!isAsked(rawHeaders)) return undefined
  const given = (name: string) => valuesOf(rawHeaders, name)
  const name = given('impersonate-user')[0] ?? ''
  const uid = given('impersonate-uid')[0] ?? ''
  const groups = given('impersonate-group')
  const extra = readExtra(headers, given)
  if (name !== '') return { name, uid, groups, extra }
  if (uid === '' && groups.length === 0 && Object.keys(extra).length === 0) return undefined
  throw badRequest(
    'a group, uid or extra is impersonated without a user: the header Impersonate-User is missing',
  )
}

const CAPITAL_I = 73
const SMALL_I = 105

/** Runs for nearly every request: the first letter excludes most headers. */
function isAsked(rawHeaders: readonly string[]): boolean {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] as string
    const first = header.charCodeAt(0)
    if ((first === CAPITAL_I || first === SMALL_I) && header.toLowerCase().startsWith(PREFIX)) return true
  }
  return false
}

/** All values of a header, in order: joined values are ambiguous if they contain commas. */
function valuesOf(rawHeaders: readonly string[], name: string): readonly string[] {
  const values: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? '')
  }
  return values
}

/** Extra keys are in lower-case header names, percent-encoded. */
function readExtra(
  headers: object,
  given: (name: string) => readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const extra = new Map<string, readonly string[]>()
  for (const header of Object.keys(headers).sort()) {
    if (!header.startsWith(EXTRA_PREFIX)) continue
    const key = decodeExtraKey(header.slice(EXTRA_PREFIX.length))
    extra.set(key, [...(extra.get(key) ?? []), ...given(header)])
  }
  return Object.fromEntries(extra)
}

function userOf({ name, uid, groups, extra }: Impersonated): User {
  return { name, uid, groups: placedGroups(name, groups), extra }
}
