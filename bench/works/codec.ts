import { codecs } from '../../src/codec/codecs.js'
import { PROTOBUF_TYPE } from '../../src/codec/media-type.js'
import { decodeObject, encodeObject } from '../../src/codec/protobuf/object.js'
import { deployment } from '../../src/kinds/extensions/v1beta1/deployment/index.js'
import { startBare, startBinnacle } from '../processes.js'
import { compare, type Figures, measureLoad } from '../rounds.js'
import { COLLECTION, createMany, sample } from '../stage.js'
import { time } from '../time.js'
import { typicalDeployment } from '../typical.js'

/** The name under which the load asks for another format; see `bench/load/get.lua`. */
const AS_PROTOBUF = { BENCH_ACCEPT: PROTOBUF_TYPE }
const OBJECTS = 5000

const READS = [
  { work: 'get one in protobuf', path: `${COLLECTION}/object-0`, connections: 16, objects: 1 },
  { work: 'list limit=500 in protobuf', path: `${COLLECTION}?limit=500`, connections: 4, objects: OBJECTS },
  { work: 'list all 5,000 in protobuf', path: COLLECTION, connections: 2, objects: OBJECTS },
]

/** Reads in protobuf, beside a bare server that answers the same bytes. */
export async function codec(): Promise<Figures[]> {
  printCodecs()
  const results: Figures[] = []
  for (const { work, path, connections, objects } of READS) {
    const stage = (url: string) => createMany(url, objects)
    const body = await sample(path, stage, PROTOBUF_TYPE)
    const load = { script: 'get', connections, path, environment: AS_PROTOBUF }
    results.push(
      await compare(
        `${work}, ${connections} connections`,
        'requests/s',
        () => measureLoad(startBinnacle, load, stage),
        () => measureLoad(() => startBare(body, 200), load),
      ),
    )
  }
  return results
}

/** Prints what a typical Deployment costs in each format, from and to the object that the server works with. */
function printCodecs(): void {
  const { schema, decode, kind } = deployment
  const apiVersion = 'extensions/v1beta1'
  const object = decode(typicalDeployment('bench'))
  const protobuf = encodeObject(schema, apiVersion, kind, object)
  const rows = [
    ...Object.entries(codecs).map(([name, { encode, decode: parse }]) => {
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
  console.log('\nmicroseconds for a typical Deployment\n\n| format | bytes | encode | decode and default |')
  console.log('|---|---|---|---|')
  for (const [name, bytes, encoding, decoding] of rows) {
    console.log(`| ${name} | ${bytes} | ${encoding.toFixed(1)} | ${decoding.toFixed(1)} |`)
  }
  console.log()
}
