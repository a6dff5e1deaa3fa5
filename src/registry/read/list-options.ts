import type { Selection } from '#cache/search/search.js'
import { badRequest, invalid } from '#meta/api-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { ResourceName } from '#meta/resource.js'
import { expectVersion, isUnconditional } from '#meta/resource-version.js'
import type { ServedVersion } from '#registry/kind.js'
import { EVERY_FIELD, parseFieldSelector } from '#selector/field-selector.js'
import { EVERYTHING, parseLabelSelector, SelectorError } from '#selector/label-selector.js'
import type { Query } from '#util/text/query.js'

const MATCH = 'resourceVersionMatch'
/** The only value that a watch accepts. */
const FROM_STATE = 'NotOlderThan'
export const VERSION_MATCHES = ['Exact', 'NotOlderThan'] as const

/** The options of a list or a watch, parsed and checked. */
export interface ListOptions {
  readonly selection: Selection
  /** The selectors as written; a continue token is bound to them. */
  readonly selectorText: string
  /** Undefined for no limit. */
  readonly limit: number | undefined
  readonly continue: string | undefined
  /** Undefined when any version will do. */
  readonly revision: number | undefined
  /** `0`: any version, even if it is not the newest. */
  readonly anyVersion: boolean
  /**
   * Whether the list must have exactly the given version; otherwise it is at least as new. By default a list with a
   * limit is exact, because all chunks come from one snapshot.
   */
  readonly isExact: boolean
  readonly timeoutSeconds: number | undefined
  readonly allowBookmarks: boolean
  readonly sendInitialEvents: boolean | undefined
}

const LISTED_VERSION = 'invalid resource version: resourceVersion'

/** Errors of options name them as an object of this kind. */
const LIST_OPTIONS: ResourceName = { group: 'meta.k8s.io', version: 'v1', plural: '', kind: 'ListOptions' }

/** The request that uses the options. */
export interface ListPurpose {
  readonly watch: boolean
  /** Whether uninitialized objects are included when the query does not say. */
  readonly includeUninitialized?: boolean
}

export function readListOptions(
  served: Pick<ServedVersion, 'selectableFields'> & Partial<Pick<ServedVersion, 'conventions'>>,
  query: Query,
  namespace: string | undefined,
  { watch, includeUninitialized = false }: ListPurpose,
): ListOptions {
  const labelText = query.get('labelSelector') ?? ''
  const fieldText = query.get('fieldSelector') ?? ''
  const version = query.get('resourceVersion') ?? ''
  const revision = isUnconditional(version)
    ? undefined
    : expectVersion(watch ? 'resourceVersion' : LISTED_VERSION, version)
  const match = query.get('resourceVersionMatch') || undefined
  const limit = positive(integerOption(query, 'limit'))
  const options: ListOptions = {
    selection: {
      namespace,
      labels: labelText === '' ? EVERYTHING : parsed(served, () => parseLabelSelector(labelText)),
      fields:
        fieldText === ''
          ? EVERY_FIELD
          : parsed(served, () => parseFieldSelector(fieldText, served.selectableFields)),
      includeUninitialized: booleanOption(query, 'includeUninitialized') ?? includeUninitialized,
    },
    selectorText: JSON.stringify([labelText, fieldText]),
    limit,
    continue: query.get('continue') || undefined,
    revision,
    anyVersion: version === '0',
    isExact: match === undefined ? limit !== undefined && revision !== undefined : match === 'Exact',
    timeoutSeconds: positive(integerOption(query, 'timeoutSeconds')),
    allowBookmarks: booleanOption(query, 'allowWatchBookmarks') ?? false,
    sendInitialEvents: booleanOption(query, 'sendInitialEvents'),
  }
  if (watch) checkWatch(options, match)
  else checkList(options, match)
  return options
}

function checkList(options: ListOptions, match: string | undefined): void {
  if (options.sendInitialEvents !== undefined || match !== undefined) {
    const errors = new FieldErrors()
    if (match !== undefined) checkListMatch(options, match, errors)
    if (options.sendInitialEvents !== undefined) {
      errors.forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list')
    }
    reject(errors)
  }
  if (options.continue !== undefined && options.revision !== undefined) {
    throw badRequest('specifying resource version is not allowed when using continue')
  }
}

function checkListMatch(options: ListOptions, match: string, errors: FieldErrors): void {
  if (options.revision === undefined && !options.anyVersion) {
    errors.forbidden(MATCH, 'resourceVersionMatch is forbidden unless resourceVersion is provided')
  }
  if (options.continue !== undefined) {
    errors.forbidden(MATCH, 'resourceVersionMatch is forbidden when continue is provided')
  }
  if (!VERSION_MATCHES.some((known) => known === match)) {
    errors.notSupported(MATCH, match, [...VERSION_MATCHES, ''])
  }
  if (options.isExact && options.anyVersion) {
    errors.forbidden(MATCH, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"')
  }
}

function checkWatch(options: ListOptions, match: string | undefined): void {
  const { sendInitialEvents } = options
  if (sendInitialEvents === undefined && match === undefined) return
  const errors = new FieldErrors()
  if (sendInitialEvents !== undefined && match !== FROM_STATE) {
    errors.forbidden(MATCH, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan')
  }
  if (match !== undefined) {
    if (sendInitialEvents === undefined) {
      const detail = 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'
      errors.forbidden(MATCH, detail)
    }
    if (match !== FROM_STATE) errors.notSupported(MATCH, match, [FROM_STATE])
    if (options.continue !== undefined) {
      errors.forbidden(MATCH, 'resourceVersionMatch is forbidden when continue is provided')
    }
  }
  reject(errors)
}

function reject(errors: FieldErrors): void {
  if (errors.all.length > 0) throw invalid(LIST_OPTIONS, '', errors.all)
}

function parsed<T>({ conventions }: Partial<Pick<ServedVersion, 'conventions'>>, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error
    throw badRequest(conventions?.legacyErrors ? error.legacyMessage : error.message)
  }
}

const INTEGER = /^[+-]?[0-9]{1,18}$/

export function integerOption(query: Query, name: string): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  if (INTEGER.test(text)) return Number(text)
  const problem = /^[+-]?[0-9]+$/.test(text) ? 'value out of range' : 'invalid syntax'
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: ${problem}`)
}

/** Zero and negative values count as absent. */
const positive = (value: number | undefined) => (value !== undefined && value > 0 ? value : undefined)

/** Present counts as true, unless the value is false. */
function booleanOption(query: Query, name: string): boolean | undefined {
  const text = query.get(name)
  return text === null ? undefined : text !== '0' && text.toLowerCase() !== 'false'
}
