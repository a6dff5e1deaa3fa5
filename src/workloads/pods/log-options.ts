import type { Pod } from '#kinds/core/pod/schema.js'
import { badRequest, invalid } from '#meta/api-error.js'
import type { FieldError } from '#meta/field-error.js'
import type { Query } from '#util/text/query.js'

/** The parameters of a request for a log. */
export interface LogOptions {
  readonly container: string
  readonly follow: boolean
  readonly previous: boolean
  readonly timestamps: boolean
  readonly tailLines: number | undefined
  readonly limitBytes: number | undefined
}

const LOG_OPTIONS = { group: '', version: 'v1', kind: 'PodLogOptions', plural: 'pods' }

/** Throws if a parameter is wrong. All lines count as new, so `sinceSeconds` and `sinceTime` select nothing. */
export function readLogOptions(query: Query, pod: Readonly<Pod>): LogOptions {
  const tailLines = integer(query, 'tailLines')
  const limitBytes = integer(query, 'limitBytes')
  const sinceSeconds = integer(query, 'sinceSeconds')
  const errors: FieldError[] = []
  if (tailLines !== undefined && tailLines < 0) {
    errors.push({
      type: 'invalid',
      field: 'tailLines',
      value: tailLines,
      detail: 'must be greater than or equal to 0',
    })
  }
  const positive = (field: string, value: number | undefined) => {
    if (value !== undefined && value < 1)
      errors.push({ type: 'invalid', field, value, detail: 'must be greater than 0' })
  }
  positive('limitBytes', limitBytes)
  if (sinceSeconds !== undefined && query.get('sinceTime')) {
    const detail = 'at most one of `sinceTime` or `sinceSeconds` may be specified'
    errors.push({ type: 'forbidden', field: '', detail })
  } else positive('sinceSeconds', sinceSeconds)
  if (errors.length > 0) throw invalid(LOG_OPTIONS, pod.metadata.name ?? '', errors)
  return {
    container: containerOf(query.get('container') ?? '', pod),
    follow: flag(query, 'follow'),
    previous: flag(query, 'previous'),
    timestamps: flag(query, 'timestamps'),
    tailLines,
    limitBytes,
  }
}

function containerOf(asked: string, { metadata, spec }: Readonly<Pod>): string {
  const names = (spec.containers ?? []).map(({ name }) => name)
  const initial = (spec.initContainers ?? []).map(({ name }) => name)
  const ephemeral = (spec.ephemeralContainers ?? []).map(({ name }) => name)
  if (asked !== '') {
    if ([...names, ...initial, ...ephemeral].includes(asked)) return asked
    throw badRequest(`container ${asked} is not valid for pod ${metadata.name}`)
  }
  const [first] = names
  if (names.length === 1 && first !== undefined) return first
  let message = `a container name must be specified for pod ${metadata.name}, choose one of: [${names.join(' ')}]`
  if (initial.length > 0) message += ` or one of the init containers: [${initial.join(' ')}]`
  if (ephemeral.length > 0) message += ` or one of the ephemeral containers: [${ephemeral.join(' ')}]`
  throw badRequest(message)
}

/** Present means true, unless the value says false. */
function flag(query: Query, name: string): boolean {
  const value = query.get(name)
  return value !== null && value !== '0' && value.toLowerCase() !== 'false'
}

function integer(query: Query, name: string): number | undefined {
  const text = query.get(name)
  if (text === null || text === '') return undefined
  if (/^[+-]?\d{1,15}$/.test(text)) return Number(text)
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text.slice(0, 100))}: invalid syntax`)
}
