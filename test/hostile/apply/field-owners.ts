import { many, nested } from '../support/deployments.js'
import { type HostileRequest, MIB } from '../support/hostile-request.js'
import type { HostileServer } from '../support/hostile-server.js'
import { after, apply, inTurn, MAPS, map, merge, SERVED, upTo } from './applying.js'

/** Managed fields that a client writes. */
const owners = (fields: string, count = 1) =>
  `{"metadata":{"managedFields":[${many(count, (index) => `{"manager":"m${index}","operation":"Apply","apiVersion":"v1","time":"2020-01-01T00:00:00Z","fieldsType":"FieldsV1","fieldsV1":${fields}}`)}]}}`
const OWNED = `${MAPS}/owned`
const ownedMap = (value: string) => map('owned', `"data":{"a":"${value}"}`)

/** Always a new object, because managed fields stay with an object. */
async function owned(server: HostileServer): Promise<void> {
  await server.send({ method: 'DELETE', path: OWNED })
  await after(apply(OWNED, ownedMap('1')))(server)
}

/** Field sets that no server writes. */
const MALFORMED: Readonly<Record<string, string>> = {
  'that are a list': '[]',
  'that are text': '"f:data"',
  'with a value in the place of a field': '{"f:data":1}',
  'with a null in the place of a field': '{"f:data":null}',
  'without a colon': '{"data":{}}',
  'of an unknown format': '{"x:data":{}}',
  'with a key that is no JSON': '{"f:metadata":{"f:ownerReferences":{"k:{uid":{}}}}',
  'with a key that is a list': '{"f:metadata":{"f:ownerReferences":{"k:[1]":{}}}}',
  'with a value that is no JSON': '{"f:metadata":{"f:finalizers":{"v:a":{}}}}',
  'with a position that is no number': '{"f:metadata":{"f:finalizers":{"i:x":{}}}}',
  'with a position of a million digits': `{"f:metadata":{"f:finalizers":{"i:${'9'.repeat(MIB)}":{}}}}`,
  'with a name that every object has': '{"f:__proto__":{"f:constructor":{"f:toString":{}}}}',
  'in the place of scalars, as if these had fields': '{"f:data":{"f:a":{"f:b":{"k:{}":{},"v:1":{}}}}}',
  'in the place of a list, as if it were a map': '{"f:metadata":{"f:finalizers":{"f:a":{"f:b":{}}}}}',
}

/** Malformed or very many managed fields, and their effect on the next apply. */
export const fieldOwners: readonly HostileRequest[] = [
  ...Object.entries(MALFORMED).map(([format, fields]) =>
    inTurn(`fields ${format}, and an apply after them`, {
      expect: [200, 400, 422],
      prepare: owned,
      requests: [() => merge(OWNED, owners(fields)), () => apply(OWNED, ownedMap('2'), { force: true })],
    }),
  ),
  inTurn('fields that nest 400 levels deep, and an apply after them', {
    expect: [200, 400, 422],
    prepare: owned,
    requests: [
      () => merge(OWNED, owners(nested('{"f:a":', '{}', '}', 400))),
      () => apply(OWNED, ownedMap('3'), { force: true }),
    ],
  }),
  inTurn('fields with a key of 50,000 properties, and an apply after them', {
    expect: [200, 400, 422],
    prepare: owned,
    requests: [
      () => {
        const key = JSON.stringify(`k:{${many(50_000, (index) => `"n${index}":${index}`)}}`)
        return merge(OWNED, owners(`{"f:metadata":{"f:ownerReferences":{${key}:{}}}}`))
      },
      () => apply(OWNED, ownedMap('4'), { force: true }),
    ],
    ...SERVED,
  }),
  ...[1000, 9000].map((count) =>
    inTurn(`${count} owners, and an apply after them`, {
      expect: [200, 409, 413],
      prepare: owned,
      requests: [
        () => merge(OWNED, owners('{"f:data":{"f:a":{}}}', count)),
        () => apply(OWNED, ownedMap('5'), { manager: 'bob' }),
        () => apply(OWNED, ownedMap('6'), { force: true }),
      ],
      ...SERVED,
    }),
  ),
  inTurn('500 updates by different managers', {
    expect: [200],
    prepare: owned,
    requests: upTo(500).map((index) => () => ({
      ...merge(OWNED, `{"data":{"u${index}":"1"}}`),
      path: `${OWNED}?fieldManager=u${index}`,
    })),
  }),
  inTurn('300 applies by different managers', {
    expect: [200],
    prepare: owned,
    requests: upTo(300).map(
      (index) => () => apply(OWNED, map('owned', `"data":{"a${index}":"1"}`), { manager: `a${index}` }),
    ),
    ...SERVED,
  }),
]
