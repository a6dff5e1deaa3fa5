import { creation, type HostileRequest, hostile, NEARLY_ALL } from '../support/hostile-request.js'

const MAGIC = Buffer.from([0x6b, 0x38, 0x73, 0x00])
const BYTES = 2

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest % 128) | 0x80)
  }
}

/** A length-delimited field: a string or a message. */
function field(number: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([varint(number * 8 + BYTES), varint(content.length), content])
}

/** Repeats bytes until they fill a body. */
const filling = (bytes: Buffer, size = NEARLY_ALL) => Buffer.alloc(size - (size % bytes.length), bytes)

const TYPE = field(1, field(1, 'extensions/v1beta1'), field(2, 'Deployment'))
const METADATA = field(1, field(1, 'hostile'))
/** Metadata, then a spec with a template whose pod has these fields. */
const pods = (...fields: Buffer[]) => Buffer.concat([METADATA, field(2, field(3, field(2, ...fields)))])
const envelope = (...messages: Buffer[]) => Buffer.concat([MAGIC, TYPE, field(2, ...messages)])
const CONTAINERS = 2

const shapes: readonly (readonly [name: string, body: () => Buffer])[] = [
  ['a million empty containers', () => envelope(pods(filling(field(CONTAINERS))))],
  ['a million empty volumes', () => envelope(pods(filling(field(1))))],
  ['the same metadata a million times', () => envelope(filling(field(1)))],
  ['a million empty labels', () => envelope(field(1, field(1, 'hostile'), filling(field(11))))],
  ['a million unknown numbers', () => envelope(filling(Buffer.from([0xf8, 0x06, 0x01])))],
  ['a million unknown strings', () => envelope(filling(Buffer.from([0xfa, 0x06, 0x00])))],
  ['a million fields of the envelope', () => Buffer.concat([MAGIC, filling(Buffer.from([0x7a, 0x00]))])],
  ['a million types', () => Buffer.concat([MAGIC, filling(field(1))])],
  ['a million messages', () => Buffer.concat([MAGIC, TYPE, filling(field(2))])],
  ['nested groups', () => envelope(filling(Buffer.from([0xfb, 0x06])))],
  ['groups that end', () => envelope(filling(Buffer.from([0xfc, 0x06])))],
  ['a number that does not end', () => envelope(filling(Buffer.from([0xff])))],
  [
    'numbers of ten bytes',
    () =>
      envelope(
        METADATA,
        field(2, filling(Buffer.from([0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]))),
      ),
  ],
  ['a length beyond the body', () => envelope(Buffer.from([0x0a, 0xff, 0xff, 0xff, 0x7f]))],
  [
    'a length of 64 bits',
    () => envelope(Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f])),
  ],
  [
    '3 MB that are not UTF-8 in a name',
    () => envelope(field(1, field(1, Buffer.alloc(NEARLY_ALL - 100, 0xff)))),
  ],
  ['a name of 3 MB', () => envelope(field(1, field(1, 'n'.repeat(NEARLY_ALL - 100))))],
  ['a kind of 3 MB', () => Buffer.concat([MAGIC, field(1, field(2, 'K'.repeat(NEARLY_ALL - 100)))])],
  ['only zeros', () => Buffer.concat([MAGIC, Buffer.alloc(NEARLY_ALL - 4)])],
  [
    '20,000 labels',
    () =>
      envelope(
        field(
          1,
          field(1, 'hostile'),
          ...Array.from({ length: 20_000 }, (_, index) => field(11, field(1, `-${index}`), field(2, 'v'))),
        ),
      ),
  ],
  ['49,000 empty containers', () => envelope(pods(filling(field(CONTAINERS), 98_000)))],
]

/** Messages with very many fields, or with impossible lengths and numbers. */
export const protobufBodies: readonly HostileRequest[] = shapes.map(([name, body]) =>
  hostile(name, {
    expect: [400, 413, 422],
    request: () => creation(body(), { contentType: 'application/vnd.kubernetes.protobuf' }),
  }),
)
