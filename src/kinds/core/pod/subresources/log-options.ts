import type { Pod } from '#kinds/core/pod/schema.js'
import { badRequest, invalid } from '#meta/api-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import type { Query } from '#util/text/query.js'

/** The parameters of a request for a log. */
export interface LogOptions {
  /** Undefined for the only container of a pod. */
  readonly container: string | undefined
  readonly follow: boolean
  readonly previous: boolean
  readonly timestamps: boolean
  readonly tailLines: number | undefined
  readonly limitBytes: number | undefined
  readonly sinceSeconds: number | undefined
  readonly sinceTime: string | undefined
  readonly stream: string | undefined
}

const LOG_OPTIONS = { group: '', version: 'v1', kind: 'PodLogOptions', plural: 'pods' }

/** Throws if a parameter is wrong, whether or not there is such a pod. */
export function readLogOptions(query: Query, podName: string): LogOptions {
  const options: LogOptions = {
    container: query.get('container') || undefined,
    follow: flag(query, 'follow'),
    previous: flag(query, 'previous'),
    timestamps: flag(query, 'timestamps'),
    tailLines: integer(query, 'tailLines'),
    limitBytes: integer(query, 'limitBytes'),
    sinceSeconds: integer(query, 'sinceSeconds'),
    sinceTime: time(query, 'sinceTime'),
    stream: query.get('stream') ?? undefined,
  }
  const errors = new FieldErrors()
  validateLogOptions(options, errors)
  if (errors.all.length > 0) throw invalid(LOG_OPTIONS, podName, errors.all)
  return options
}

export function validateLogOptions(options: LogOptions, errors: FieldErrors): void {
  const { tailLines, limitBytes, sinceSeconds, sinceTime, stream } = options
  mustNotBeNegative('tailLines', tailLines, errors)
  mustBePositive('limitBytes', limitBytes, errors)
  if (sinceSeconds !== undefined && sinceTime !== undefined) {
    // The field of the original; the options as a whole have no path.
    errors.forbidden('[]', 'at most one of `sinceTime` or `sinceSeconds` may be specified')
  } else mustBePositive('sinceSeconds', sinceSeconds, errors)
  if (stream !== undefined) errors.forbidden('stream', 'may not be specified')
}

function mustBePositive(field: string, value: number | undefined, errors: FieldErrors): void {
  if (value !== undefined && value < 1) errors.invalid(field, value, 'must be greater than 0')
}

/** The container that a request is for. Throws if there is no such container, or several to choose from. */
export function containerOf(asked: string | undefined, { metadata, spec }: Readonly<Pod>): string {
  const { initContainers, containers, ephemeralContainers } = spec
  const names = [initContainers, containers, ephemeralContainers].flatMap((list) =>
    (list ?? []).map(({ name }) => name),
  )
  if (asked !== undefined) {
    if (names.includes(asked)) return asked
    throw badRequest(`container ${asked} is not valid for pod ${metadata.name}`)
  }
  const [only, second] = containers ?? []
  if (only !== undefined && second === undefined) return only.name
  throw badRequest(
    `a container name must be specified for pod ${metadata.name}, choose one of: [${names.join(' ')}]`,
  )
}

/** Present means true, unless the value says false. */
export function flag(query: Query, name: string): boolean {
  const value = query.get(name)
  return value !== null && value !== '0' && value.toLowerCase() !== 'false'
}

function time(query: Query, name: string): string | undefined {
  const text = query.get(name)
  if (text === null || text === '') return undefined
  if (RFC3339.test(text) && !Number.isNaN(Date.parse(text))) return text
  throw badRequest(
    `parsing time ${JSON.stringify(text.slice(0, 100))} as "2006-01-02T15:04:05Z07:00": cannot parse`,
  )
}

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

function integer(query: Query, name: string): number | undefined {
  const text = query.get(name)
  if (text === null || text === '') return undefined
  if (/^[+-]?\d{1,15}$/.test(text)) return Number(text)
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text.slice(0, 100))}: invalid syntax`)
}
