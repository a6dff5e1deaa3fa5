import { type CustomResourceAttack, Kind, list, object, times } from './custom-resources.js'

/** Rules with a small estimated cost that take long. The server measures their time too, and stops them. */

const SET = { 'x-kubernetes-list-type': 'set' }
const STRINGS = list({ type: 'string', maxLength: 20 }, { maxItems: 1000 })
const PAIRS = list(list({ type: 'integer' }, { maxItems: 100 }), { maxItems: 100 })
const OPEN = list(object({ a: { type: 'string' } }, { 'x-kubernetes-preserve-unknown-fields': true }), {
  maxItems: 2,
})

/** An object with two values, and a list of numbers: the rule reads the values once per number. */
function ruled(
  plural: string,
  rule: string,
  kind: object,
  value: (side: string) => unknown,
  expect = 422,
  count = 1000,
): CustomResourceAttack {
  const resource = new Kind(plural)
  const numbers = list({ type: 'integer' }, { maxItems: count })
  const spec = object({ a: kind, b: kind, n: numbers }, { 'x-kubernetes-validations': [{ rule }] })
  return {
    name: `the rule ${rule} on ${plural}`,
    steps: [
      resource.define(spec),
      resource.create(() => ({ a: value('a'), b: value('b'), n: times(count, (index) => index) }), expect),
    ],
  }
}

const texts = (side: string) => times(1000, (index) => `${side}${index}`)
const rotated = (side: string) => times(1000, (index) => `x${(index + side.length) % 1000}`)
const lists = (side: string) =>
  times(100, (index) => [...times(99, () => 7), side === 'a' ? index : index + 100])
const properties = () => times(2, (side) => ({ a: 'x', list: [...times(5000, (index) => index), side] }))

export const expensiveRules: readonly CustomResourceAttack[] = [
  ruled('differentsets', 'self.n.all(x, self.a != self.b)', { ...STRINGS, ...SET }, texts),
  ruled('equalsets', 'self.n.all(x, self.a == self.b)', { ...STRINGS, ...SET }, rotated),
  ruled('equallists', 'self.n.all(x, self.a == self.b)', STRINGS, () => texts('a')),
  ruled('unitedsets', 'self.n.all(x, size(self.a + self.b) > 0)', { ...STRINGS, ...SET }, texts),
  ruled('searchedlists', 'self.a.all(x, !(x in self.b))', STRINGS, texts, 422),
  ruled('nestedlists', 'self.n.all(x, !self.a.exists(y, y in self.b))', PAIRS, lists, 422, 50),
  ruled('containedlists', 'self.n.all(x, !sets.intersects(self.a, self.b))', PAIRS, lists, 422, 50),
  ruled('unseenproperties', 'self.n.all(x, self.a[0] != self.a[1])', OPEN, properties),
]
