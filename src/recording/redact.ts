import type { RecordedObject } from './format.js'

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'
/** `redacted`, in base64. */
const REDACTED = Buffer.from('redacted').toString('base64')

/** A Secret with its keys, but without its values. */
export function redactSecret(object: RecordedObject): RecordedObject {
  const { data, stringData: _, metadata, ...rest } = object
  const { annotations, ...shown } = metadata
  const { [LAST_APPLIED]: _applied, ...kept } = annotations ?? {}
  return {
    ...rest,
    metadata: annotations === undefined ? metadata : { ...shown, annotations: kept },
    ...(typeof data === 'object' && data !== null
      ? { data: Object.fromEntries(Object.keys(data).map((key) => [key, REDACTED])) }
      : {}),
  }
}
