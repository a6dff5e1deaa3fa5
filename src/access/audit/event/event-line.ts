import type { Level, Stage } from '../stages.js'

/** The members of an event. What is no enumeration is JSON already; an empty text stands for a member that is left out. */
export interface EventParts {
  readonly level: Level
  readonly auditId: string
  readonly stage: Stage
  readonly requestUri: string
  readonly verb: string
  readonly user: string
  readonly impersonatedUser: string
  readonly sourceIPs: string
  readonly userAgent: string
  readonly objectRef: string
  readonly responseStatus: string
  readonly requestObject: string
  readonly responseObject: string
  readonly received: string
  readonly time: string
  readonly annotations: string
}

/**
 * An event of `audit.k8s.io/v1` as one line, with its members in the order in which Kubernetes writes them. To join texts takes
 * a fraction of the time in which an object is made and serialized.
 */
export function eventLine(parts: EventParts): string {
  let line =
    `{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"${parts.level}","auditID":${parts.auditId}` +
    `,"stage":"${parts.stage}","requestURI":${parts.requestUri},"verb":${parts.verb},"user":${parts.user}`
  if (parts.impersonatedUser !== '') line += `,"impersonatedUser":${parts.impersonatedUser}`
  if (parts.sourceIPs !== '') line += `,"sourceIPs":${parts.sourceIPs}`
  if (parts.userAgent !== '') line += `,"userAgent":${parts.userAgent}`
  if (parts.objectRef !== '') line += `,"objectRef":${parts.objectRef}`
  if (parts.responseStatus !== '') line += `,"responseStatus":${parts.responseStatus}`
  if (parts.requestObject !== '') line += `,"requestObject":${parts.requestObject}`
  if (parts.responseObject !== '') line += `,"responseObject":${parts.responseObject}`
  line += `,"requestReceivedTimestamp":${parts.received},"stageTimestamp":${parts.time}`
  if (parts.annotations !== '') line += `,"annotations":${parts.annotations}`
  return `${line}}\n`
}
