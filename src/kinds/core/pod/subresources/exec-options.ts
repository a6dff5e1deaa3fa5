import { badRequest } from '#meta/api-error.js'
import type { Query } from '#util/text/query.js'
import { flag } from './log-options.js'

/** The parameters of a request for the streams of a container. */
export interface AttachOptions {
  /** Undefined for the only container of a pod. */
  readonly container: string | undefined
  readonly stdin: boolean
  readonly stdout: boolean
  readonly stderr: boolean
  readonly tty: boolean
}

export interface ExecOptions extends AttachOptions {
  readonly command: readonly string[]
}

export const readAttachOptions = (query: Query): AttachOptions => ({
  container: query.get('container') || undefined,
  stdin: flag(query, 'stdin'),
  stdout: flag(query, 'stdout'),
  stderr: flag(query, 'stderr'),
  tty: flag(query, 'tty'),
})

export const readExecOptions = (query: Query): ExecOptions => ({
  ...readAttachOptions(query),
  command: query.getAll('command'),
})

/** The ports of a request to forward ports, if it names any. */
export function readPorts(query: Query): readonly number[] {
  return query.getAll('ports').map((text) => {
    if (/^[+-]?\d{1,15}$/.test(text)) return Number(text)
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text.slice(0, 100))}: invalid syntax`)
  })
}
