import type { Status } from '../../../meta/status.js'

/** Successes without a Status differ in their code alone. */
const known = new Map<number, string>()

/** How a request was answered, as JSON. A Status is repeated without its metadata; of other answers the code is told. */
export function responseStatus(code: number, status: Status | undefined): string {
  if (status !== undefined) return write(code, status)
  let text = known.get(code)
  if (text === undefined) {
    text = write(code, {})
    known.set(code, text)
  }
  return text
}

function write(code: number, { status, message, reason, details }: Partial<Status>): string {
  return JSON.stringify({
    metadata: {},
    status: status || undefined,
    message: message || undefined,
    reason: reason || undefined,
    details,
    code: code || undefined,
  })
}
