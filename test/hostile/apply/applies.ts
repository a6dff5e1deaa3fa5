import { many, nested } from '../support/deployments.js'
import {
  filled,
  type HostileRequest,
  hostile,
  listed,
  MIB,
  type PlainRequest,
} from '../support/hostile-request.js'
import type { HostileServer } from '../support/hostile-server.js'

/** A path that every server serves. */
const MAPS = '/api/v1/namespaces/default/configmaps'
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'

/** The maximum number of fields of an object when its managed fields name each of them again. */
const FIELDS = 4500
/** Items of a keyed list: managed fields have one entry for the item and one for each of its fields. */
const ELEMENTS = 4500

function applied(path: string, manager: string, body: string, query = ''): PlainRequest {
  return {
    method: 'PATCH',
    path: `${path}?fieldManager=${manager}${query}`,
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body,
  }
}

const map = (name: string, fields: string) =>
  `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${name}"},${fields}}`
const data = (count: number, value: string) => `"data":{${many(count, (index) => `"k${index}":"${value}"`)}}`

const deployment = (name: string, container: string) =>
  `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"${name}"},"spec":{"selector":{"matchLabels":{"app":"web"}},` +
  `"template":{"metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"name":"main","image":"web:1",${container}}]}}}}`
const variables = (order: (index: number) => number) =>
  `"env":[${many(ELEMENTS, (index) => `{"name":"E${order(index)}","value":"v"}`)}]`

/** The maximum number of keys of a thousand letters when managed fields name each of them again. */
const longVariables = (value: string) =>
  `"env":[${many(1200, (index) => `{"name":"${'E'.repeat(1000)}${index}","value":"${value}"}`)}]`

/** Sends requests one after the other. Each has to succeed, or to conflict because it was sent before. */
const after =
  (...requests: readonly (() => PlainRequest)[]) =>
  async (server: HostileServer) => {
    for (const request of requests) {
      const { status, beginning } = await server.send(request())
      if (status >= 300 && status !== 409) throw new Error(`could not be prepared: ${status} ${beginning}`)
    }
  }
const largeMap = (name: string) =>
  after(() => applied(`${MAPS}/${name}`, 'ann', map(name, data(FIELDS, '1'))))
const largeDeployment = (name: string) =>
  after(() =>
    applied(
      `${DEPLOYMENTS}/${name}`,
      'ann',
      deployment(
        name,
        variables((index) => index),
      ),
    ),
  )

/** A replacement with managed fields of its own. */
const managed = (name: string, entries: string): PlainRequest => ({
  method: 'PUT',
  path: `${MAPS}/${name}`,
  headers: { 'content-type': 'application/json' },
  body: `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${name}","managedFields":[${entries}]},"data":{"a":"1"}}`,
})
const entry = (manager: string, fields: string) =>
  `{"manager":"${manager}","operation":"Update","apiVersion":"v1","time":"2026-01-01T00:00:00Z","fieldsType":"FieldsV1","fieldsV1":${fields}}`
const small = (name: string) => after(() => applied(`${MAPS}/${name}`, 'ann', map(name, '"data":{"a":"1"}')))

const SERVED = { responseLimit: 8 * MIB } as const

/** Applies of many fields, and managers that own many fields. */
export const applies: readonly HostileRequest[] = [
  hostile(`an apply of ${FIELDS} fields`, {
    expect: [200, 201],
    request: () => applied(`${MAPS}/new`, 'ann', map('new', data(FIELDS, '1'))),
    ...SERVED,
  }),
  hostile('an apply that shares all of very many fields', {
    expect: 200,
    prepare: largeMap('shared'),
    request: () => applied(`${MAPS}/shared`, 'bob', map('shared', data(FIELDS, '1'))),
    ...SERVED,
  }),
  hostile('an apply with very many conflicts', {
    expect: 409,
    prepare: largeMap('disputed'),
    request: () => applied(`${MAPS}/disputed`, 'bob', map('disputed', data(FIELDS, '2'))),
  }),
  hostile('an apply with conflicts about names of thousands of letters', {
    expect: 409,
    prepare: after(() => applied(`${DEPLOYMENTS}/named`, 'ann', deployment('named', longVariables('1')))),
    request: () => applied(`${DEPLOYMENTS}/named`, 'bob', deployment('named', longVariables('2'))),
  }),
  hostile('an apply that takes very many fields by force', {
    expect: 200,
    prepare: largeMap('taken'),
    request: () => applied(`${MAPS}/taken`, 'bob', map('taken', data(FIELDS, '2')), '&force=true'),
    ...SERVED,
  }),
  hostile('an apply that drops very many fields', {
    expect: 200,
    prepare: largeMap('dropped'),
    request: () => applied(`${MAPS}/dropped`, 'ann', map('dropped', '"data":{"a":"1"}')),
  }),
  hostile('an apply of a long list in the opposite order', {
    expect: 200,
    prepare: largeDeployment('reversed'),
    request: () =>
      applied(
        `${DEPLOYMENTS}/reversed`,
        'ann',
        deployment(
          'reversed',
          variables((index) => ELEMENTS - 1 - index),
        ),
      ),
    ...SERVED,
  }),
  hostile('an apply of a long list in another order, whose items have another owner', {
    expect: [200, 413],
    prepare: largeDeployment('shuffled'),
    request: () =>
      applied(
        `${DEPLOYMENTS}/shuffled`,
        'bob',
        deployment(
          'shuffled',
          variables((index) => (index * 7919) % ELEMENTS),
        ),
      ),
    ...SERVED,
  }),
  hostile('an apply of a long list whose items all have the same key', {
    expect: [400, 422],
    request: () =>
      applied(
        `${DEPLOYMENTS}/same`,
        'ann',
        deployment(
          'same',
          variables(() => 1),
        ),
      ),
  }),
  hostile('an apply of very many finalizers', {
    expect: [200, 201, 400, 413, 422],
    request: () =>
      applied(
        `${MAPS}/finalizers`,
        'ann',
        `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"finalizers","finalizers":[${listed((index) => `"example.com/f${index}"`, MIB)}]}}`,
      ),
    ...SERVED,
  }),
  hostile('an apply of deeply nested unknown fields', {
    expect: [200, 201, 400],
    request: () => applied(`${MAPS}/deep`, 'ann', map('deep', `"extra":${nested('{"a":', '1', '}', 400)}`)),
  }),
  hostile('an apply of fields with names from Object.prototype', {
    expect: [200, 201],
    request: () =>
      applied(
        `${MAPS}/names`,
        'ann',
        map('names', '"data":{"__proto__":"1","constructor":"2","toString":"3","hasOwnProperty":"4"}'),
      ),
  }),
  hostile('an apply by a manager with a name of a million letters', {
    expect: [400, 414, 422, 431],
    request: () => applied(`${MAPS}/manager`, 'm'.repeat(MIB), map('manager', '"data":{"a":"1"}')),
  }),
  hostile('managers that own very many absent fields', {
    expect: [200, 400, 413, 422],
    prepare: small('not-there'),
    request: () =>
      managed('not-there', entry('bob', `{"f:data":{${many(FIELDS, (index) => `"f:k${index}":{}`)}}}`)),
    ...SERVED,
  }),
  hostile('very many managers', {
    expect: [200, 400, 413, 422],
    prepare: small('managers'),
    request: () =>
      managed(
        'managers',
        listed((index) => entry(`m${index}`, '{"f:data":{"f:a":{}}}'), 2 * MIB),
      ),
    ...SERVED,
  }),
  hostile('a manager that owns deeply nested fields', {
    expect: [200, 400, 422],
    prepare: small('deep-fields'),
    request: () => managed('deep-fields', entry('bob', nested('{"f:a":', '{}', '}', 400))),
  }),
  hostile('a manager that owns fields with keys of a million letters', {
    expect: [200, 400, 413, 422],
    prepare: small('long-keys'),
    request: () =>
      managed('long-keys', entry('bob', `{"k:{\\"name\\":\\"${filled('n', MIB)}\\"}":{".":{}}}`)),
    ...SERVED,
  }),
  hostile('managers whose fields cannot be read', {
    expect: [200, 400, 422],
    prepare: small('unreadable'),
    request: () =>
      managed(
        'unreadable',
        [
          '{"k:{":{}}',
          '{"v:":{}}',
          '{"i:-1":{}}',
          '{"x":{}}',
          '{"f:a":1}',
          '[]',
          '"text"',
          '{"f:__proto__":{}}',
        ]
          .map((fields, index) => entry(`m${index}`, fields))
          .join(),
      ),
  }),
  hostile('ten applies of one large object at once', {
    expect: [200, 409],
    prepare: largeMap('at-once'),
    times: 10,
    request: () => applied(`${MAPS}/at-once`, 'bob', map('at-once', '"data":{"other":"1"}')),
    ...SERVED,
  }),
]
