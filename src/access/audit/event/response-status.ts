import type { Status } from '#meta/status.js'
import { asciiJson } from './quote.js'

/** How a request was answered, as JSON. A Status is repeated without its metadata; of other answers the code is told. */
export function responseStatus(code: number, status: Partial<Status> | undefined): string {
  return asciiJson({
    metadata: {},
    status: status?.status || undefined,
    message: status?.message || undefined,
    reason: status?.reason || undefined,
    details: status?.details,
    code: code || undefined,
  })
}
