import type { AuditEvent } from './audit-event.js'

/** The bodies of an event as JSON on one line; undefined for what is not recorded. */
export interface EventBodies {
  readonly requestObject: string | undefined
  readonly responseObject: string | undefined
}

export const NO_BODIES: EventBodies = { requestObject: undefined, responseObject: undefined }

/**
 * An event as a line of JSON. Bodies are JSON already, of up to a megabyte: they are put into the line as they are, neither
 * parsed nor written again.
 */
export function eventLine(event: AuditEvent, { requestObject, responseObject }: EventBodies): string {
  if (requestObject === undefined && responseObject === undefined) return `${JSON.stringify(event)}\n`
  const { requestReceivedTimestamp, stageTimestamp, annotations, ...first } = event
  const last = { requestReceivedTimestamp, stageTimestamp, annotations }
  let line = JSON.stringify(first).slice(0, -1)
  if (requestObject !== undefined) line += `,"requestObject":${requestObject}`
  if (responseObject !== undefined) line += `,"responseObject":${responseObject}`
  return `${line},${JSON.stringify(last).slice(1)}\n`
}
