import { kinds } from '#kinds/index.js'
import { FieldErrors } from '#meta/field-errors.js'
import { validateMetadata } from '#registry/metadata/metadata-rules.js'
import { semanticEqual } from '#schema/equal.js'
import { markdownTable } from '../markdown.js'
import { time } from '../time.js'
import {
  typicalCluster,
  typicalDaemonSet,
  typicalDeployment,
  typicalIngress,
  typicalReplicaSet,
} from '../typical.js'

const TYPICAL: Readonly<Record<string, object>> = {
  Cluster: typicalCluster('bench'),
  DaemonSet: typicalDaemonSet('bench'),
  Deployment: typicalDeployment('bench'),
  Ingress: typicalIngress('bench'),
  ReplicaSet: typicalReplicaSet('bench'),
}

const HEAD = [
  'kind',
  'bytes',
  'parse',
  'decode and default',
  'validate',
  'encode',
  'compare',
  'decode to validate',
  'validate of that',
]

/** The main-thread cost of each stage of a write, per kind. */
export function stages(): string {
  const measured = kinds.filter(({ storageVersion: { kind } }) => TYPICAL[kind] !== undefined)
  const rows = measured.map(({ storageVersion: kind }) => {
    const body = Buffer.from(JSON.stringify(TYPICAL[kind.kind]))
    const parsed: unknown = JSON.parse(body.toString())
    const object = kind.decode(parsed)
    if (kind.namespaced) object.metadata.namespace = 'bench'
    const validate = () => {
      const errors = new FieldErrors()
      validateMetadata(object.metadata, kind.stored, errors)
      kind.rules.validate?.(object, errors)
      if (errors.all.length > 0) throw new Error(`${kind.kind} is not valid: ${JSON.stringify(errors.all)}`)
    }
    const parse = time(() => JSON.parse(body.toString()))
    const decode = time(() => kind.decode(parsed))
    const rules = time(validate)
    const encode = time(() => kind.encode(object))
    // Like an update that changes nothing: compares with the stored object, which is parsed but not decoded.
    const stored: unknown = JSON.parse(kind.encode(object).toString())
    const compare = time(() => semanticEqual(kind.schema, object, stored))
    const cells = [parse, decode, rules, encode, compare, decode + rules].map((value) => value.toFixed(1))
    const share = `${((100 * rules) / (decode + rules)).toFixed(0)} %`
    return [kind.kind, String(body.length), ...cells, share]
  })
  return `Microseconds per object, on the main thread\n\n${markdownTable(HEAD, rows)}`
}
