import type { RequestContext } from '#http/request/request-context.js'
import { checkKeys, shown, unknownName } from './check.js'

/** Which requests a fault rule acts on. A property that is not set matches every request. */
export interface FaultMatch {
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete` or `deletecollection`; or several. */
  readonly verb?: string | readonly string[] | undefined
  /** The plural of the resource, such as `deployments`; or several. */
  readonly resource?: string | readonly string[] | undefined
  /** The kind, such as `Deployment`; or several. */
  readonly kind?: string | readonly string[] | undefined
  /** The API group, such as `apps`; the core group is empty. */
  readonly group?: string | readonly string[] | undefined
  readonly namespace?: string | readonly string[] | undefined
  /** The name of the object, also in the body of a create. */
  readonly name?: string | readonly string[] | undefined
  /** Such as `status`; empty for the object itself. */
  readonly subresource?: string | readonly string[] | undefined
  /** The name of the user. */
  readonly user?: string | readonly string[] | undefined
  /**
   * A path such as `/openapi/v2`; a trailing `*` matches the rest. Without a path a rule matches only requests of
   * resources, so discovery and health checks stay whole.
   */
  readonly path?: string | readonly string[] | undefined
  /** Acts on the n-th matching request, counted from 1; with `times` also on those after it. */
  readonly nth?: number | undefined
  /** How often the rule acts; always by default. */
  readonly times?: number | undefined
  /** Acts on this share of the matching requests, from 0 to 1. */
  readonly probability?: number | undefined
  /** The seed of the probability; by default that of the server. The same seed makes the same choices. */
  readonly seed?: number | undefined
}

const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection']

const TEXTS = [
  'verb',
  'resource',
  'kind',
  'group',
  'namespace',
  'name',
  'subresource',
  'user',
  'path',
] as const
type TextField = (typeof TEXTS)[number]

/** Throws a `TypeError` that says what is wrong. */
export function checkMatch(match: FaultMatch): void {
  checkKeys('match', match, [...TEXTS, 'nth', 'times', 'probability', 'seed'])
  for (const field of TEXTS) {
    const value = match[field]
    const isText = value === undefined || listOf(value).every((text) => typeof text === 'string')
    if (!isText) throw new TypeError(`match.${field}: expected a string or strings, got ${shown(value)}`)
  }
  for (const verb of listOf(match.verb ?? [])) {
    if (!VERBS.includes(verb)) throw new TypeError(`match.verb: ${unknownName(verb, VERBS)}`)
  }
  for (const field of ['nth', 'times'] as const) checkNumber(field, match[field], isCount, 'from 1 on')
  checkNumber('seed', match.seed, Number.isSafeInteger, 'without a fraction')
  checkNumber('probability', match.probability, isShare, 'from 0 to 1')
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 1
const isShare = (value: number) => value >= 0 && value <= 1

function checkNumber(
  field: string,
  value: number | undefined,
  fits: (value: number) => boolean,
  what: string,
) {
  if (value === undefined || (typeof value === 'number' && fits(value))) return
  throw new TypeError(`match.${field}: expected a number ${what}, got ${shown(value)}`)
}

/** The fields of a request that rules match. Undefined fields match no rule that names them. */
export type RequestFields = { readonly [K in TextField]: string | undefined }

/** `createdName` is the name in the body of a create. */
export function fieldsOf(context: RequestContext, createdName: string | undefined): RequestFields {
  const { verb, resource, path } = context.attributes
  return {
    verb,
    resource: resource?.plural,
    kind: context.target?.store.definition.kind,
    group: resource?.group,
    namespace: resource?.namespace,
    name: resource?.name ?? createdName,
    subresource: resource && (resource.subresource ?? ''),
    user: context.user.name,
    path,
  }
}

/** Whether a request has the fields of a rule. How often the rule has acted does not matter here. */
export function fits(match: FaultMatch, fields: RequestFields): boolean {
  if (match.path === undefined && fields.resource === undefined) return false
  return TEXTS.every((field) => {
    const expected = match[field]
    if (expected === undefined) return true
    const value = fields[field]
    if (value === undefined) return false
    return listOf(expected).some((text) => text === value || (field === 'path' && fitsPath(text, value)))
  })
}

const fitsPath = (pattern: string, path: string) =>
  pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1))

const listOf = (value: string | readonly string[]): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value : [value as never]
