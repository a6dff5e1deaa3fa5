import type { Fields, ScalarName, Type } from '../../src/schema/type.js'
import type { Random } from './random.js'

/** How deep values are made that need not be there. */
const DEEPEST = 6

const TEXTS = ['a', 'web', 'app.example.com/x', '10%', 'ü']
const KEYS = ['app', 'tier', 'example.com/a']

const SCALARS: { readonly [N in ScalarName]: (random: Random) => unknown } = {
  string: (random) => random.pick(TEXTS),
  boolean: (random) => random.chance(0.5),
  int32: (random) => random.below(10),
  int64: (random) => random.below(1_000_000),
  quantity: (random) => `${random.below(10)}`,
  milliQuantity: (random) => `${random.below(10)}`,
  time: () => '2024-03-01T10:00:00Z',
  microTime: () => '2024-03-01T10:00:00.000000Z',
  intOrString: (random) => random.pick([0, 1, 7, '10%', '100%']),
  bytes: (random) => random.bytes(random.below(4)).toString('base64'),
  json: (random) => ({ a: random.below(10) }),
  fieldSet: () => ({}),
}

/** A value that a description describes, as a client could send it: any member may be missing. */
export function randomValue(random: Random, type: Type, depth = 0): unknown {
  switch (type.kind) {
    case 'scalar':
      return SCALARS[type.name](random)
    case 'list':
      return Array.from({ length: random.below(3) }, () => randomValue(random, type.element, depth + 1))
    case 'map':
      return Object.fromEntries(
        KEYS.filter(() => random.chance(0.5)).map((key) => [
          key,
          randomValue(random, type.element, depth + 1),
        ]),
      )
    case 'struct': {
      const members: Record<string, unknown> = {}
      for (const [name, { type: member }] of Object.entries(type.fields as Fields)) {
        if (random.chance(depth < DEEPEST ? 0.6 : 0.1)) members[name] = randomValue(random, member, depth + 1)
      }
      return members
    }
  }
}
