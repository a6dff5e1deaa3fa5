import type { TextFormat } from '#codec/codec.js'
import { codecs } from '#codec/codecs.js'
import { decodeObject, encodeObject } from '#codec/protobuf/object.js'
import { readYaml } from '#codec/yaml/document.js'
import { deployment } from '#kinds/apps/deployment/index.js'
import { markdownTable } from '../markdown.js'
import { time } from '../time.js'
import { typicalDeployment } from '../typical.js'

/** On one thread, although the server parses YAML on another. */
const PARSERS: Readonly<Record<TextFormat, (body: Buffer) => unknown>> = {
  json: (body) => JSON.parse(body.toString()),
  yaml: (body) => readYaml(body.toString()),
}

/** The cost of encoding and decoding a typical Deployment in each format. */
export function formats(): string {
  const { schema, decode, kind } = deployment.storageVersion
  const apiVersion = 'extensions/v1beta1'
  const object = decode(typicalDeployment('bench'))
  const protobuf = encodeObject(schema, apiVersion, kind, object)
  const rows = [
    ...Object.entries(PARSERS).map(([name, parse]) => {
      const { encode } = codecs[name as TextFormat]
      const body = encode(object, false)
      return [name, body.length, time(() => encode(object, false)), time(() => decode(parse(body)))] as const
    }),
    [
      'protobuf',
      protobuf.length,
      time(() => encodeObject(schema, apiVersion, kind, object)),
      time(() => decode(decodeObject(protobuf, { schema, apiVersion, kind }))),
    ] as const,
  ]
  const cells = rows.map(([name, bytes, encoding, decoding]) => [
    name,
    String(bytes),
    encoding.toFixed(1),
    decoding.toFixed(1),
  ])
  return `Microseconds for a typical Deployment\n\n${markdownTable(['format', 'bytes', 'encode', 'decode and default'], cells)}`
}
