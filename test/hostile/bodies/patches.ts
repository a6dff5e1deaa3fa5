import { DEPLOYMENTS } from '#test/support/objects.js'
import { FEW, many, podsWith } from '../support/deployments.js'
import {
  creation,
  filled,
  type HostileRequest,
  hostile,
  listed,
  MIB,
  type PlainRequest,
} from '../support/hostile-request.js'
import type { HostileServer } from '../support/hostile-server.js'

const TYPES = { json: 'json-patch+json', merge: 'merge-patch+json', strategic: 'strategic-merge-patch+json' }

const patch = (type: keyof typeof TYPES, name: string, body: string): PlainRequest => ({
  method: 'PATCH',
  path: `${DEPLOYMENTS}/${name}`,
  headers: { 'content-type': `application/${TYPES[type]}` },
  body,
})

/** Creates a deployment to patch, unless it exists already. */
const withObject = (name: string, body: string) => async (server: HostileServer) => {
  const { status, beginning } = await server.send(
    creation(body.replace('"name":"hostile"', `"name":"${name}"`)),
  )
  if (status !== 201 && status !== 409) throw new Error(`${name} could not be created: ${beginning}`)
}

const container = (fields: string) => `"containers":[{"name":"main","image":"web:1",${fields}}]`
const variables = (count: number) => `"env":[${many(count, (index) => `{"name":"E${index}","value":"v"}`)}]`
const small = withObject('patched', podsWith(container('"command":["a"]')))
const large = (name: string) => withObject(name, podsWith(container(variables(20_000))))
const labelled = withObject(
  'patched-labels',
  podsWith(container('"command":["a"]')).replace(
    '"name":"hostile"',
    `"name":"hostile","labels":{${many(8000, (index) => `"k${index}":"v"`)}}`,
  ),
)

/** The containers of a deployment, as a strategic merge patch changes them. */
const containers = (elements: string) => `{"spec":{"template":{"spec":{"containers":[${elements}]}}}}`
const operations = (operation: string, count = 10_000) => `[${many(count, () => operation)}]`

const SERVED = { responseLimit: 4 * MIB } as const

/** Small patches that cause much work, or that grow the object. */
export const patches: readonly HostileRequest[] = [
  hostile('a strategic merge patch of many items with the same key', {
    expect: [413, 422],
    prepare: small,
    request: () =>
      patch(
        'strategic',
        'patched',
        containers(listed(() => `{"name":"main","env":[{"name":"A","value":"b"}]}`, 900_000)),
      ),
  }),
  hostile('a small strategic merge patch of a large list whose items have the same key', {
    expect: 422,
    prepare: large('large-1'),
    request: () =>
      patch(
        'strategic',
        'large-1',
        containers(many(500, (index) => `{"name":"main","env":[{"name":"E${index}","value":"w"}]}`)),
      ),
  }),
  hostile('a strategic merge patch that reorders a large list, over and over', {
    expect: 422,
    prepare: large('large-2'),
    request: () =>
      patch(
        'strategic',
        'large-2',
        containers(many(500, () => `{"name":"main","$setElementOrder/env":[{"name":"E1"}]}`)),
      ),
  }),
  hostile('a strategic merge patch that changes all of a large list', {
    expect: 200,
    prepare: large('large-3'),
    request: () =>
      patch(
        'strategic',
        'large-3',
        containers(`{"name":"main","env":[${many(20_000, (index) => `{"name":"E${index}","value":"w"}`)}]}`),
      ),
    ...SERVED,
  }),
  hostile('a strategic merge patch that deletes all of a large list', {
    expect: 200,
    prepare: large('large-4'),
    request: () =>
      patch(
        'strategic',
        'large-4',
        containers(
          `{"name":"main","env":[${many(20_000, (index) => `{"name":"E${index}","$patch":"delete"}`)}]}`,
        ),
      ),
    ...SERVED,
  }),
  hostile('a strategic merge patch that retains thousands of fields, over and over', {
    expect: [200, 400, 413, 422],
    prepare: small,
    request: () =>
      patch(
        'strategic',
        'patched',
        containers(many(5000, () => `{"name":"main","$retainKeys":["name","image"]}`)),
      ),
    ...SERVED,
  }),
  hostile('a strategic merge patch that removes thousands of values from a list', {
    expect: [200, 400],
    prepare: small,
    request: () =>
      patch(
        'strategic',
        'patched',
        `{"metadata":{"$deleteFromPrimitiveList/finalizers":[${many(90_000, (index) => `"f${index}"`)}]}}`,
      ),
  }),
  hostile('a strategic merge patch with a misplaced name of a million letters', {
    expect: 422,
    prepare: small,
    request: () =>
      patch(
        'strategic',
        'patched',
        `{"spec":{"template":{"spec":{"volumes":[{"name":"a"}],"${'n'.repeat(MIB)}":1,"containers":[1]}}}}`,
      ),
  }),
  hostile('a merge patch that grows an object beyond the maximum size', {
    expect: 413,
    prepare: large('large-5'),
    request: () =>
      patch(
        'merge',
        'large-5',
        `{"metadata":{"annotations":{${many(9000, (index) => `"a${index}":"v"`)}}},"spec":{"template":{"metadata":{"annotations":{${many(9000, (index) => `"a${index}":"v"`)}}}}}}`,
      ),
    ...SERVED,
  }),
  hostile('a merge patch of 9,000 labels', {
    expect: 200,
    prepare: labelled,
    request: () =>
      patch(
        'merge',
        'patched-labels',
        `{"metadata":{"labels":{${many(9000, (index) => `"k${index}":"w"`)}}}}`,
      ),
    ...SERVED,
  }),
  hostile('a merge patch that removes 9,000 labels', {
    expect: 200,
    prepare: labelled,
    request: () =>
      patch(
        'merge',
        'patched-labels',
        `{"metadata":{"labels":{${many(9000, (index) => `"k${index}":null`)}}}}`,
      ),
    ...SERVED,
  }),
  hostile('a merge patch that nests 400 levels deep', {
    expect: 200,
    prepare: small,
    request: () => patch('merge', 'patched', `${'{"a":'.repeat(400)}1${'}'.repeat(400)}`),
  }),
  hostile('a JSON patch that doubles a document forty times', {
    expect: 422,
    prepare: small,
    request: () =>
      patch('json', 'patched', `[${many(40, (index) => `{"op":"copy","from":"","path":"/x${index}"}`)}]`),
  }),
  hostile('a JSON patch that copies a large list ten thousand times', {
    expect: 422,
    prepare: large('large-6'),
    request: () => patch('json', 'large-6', operations('{"op":"copy","from":"/spec","path":"/x"}')),
  }),
  hostile('a JSON patch that tests a large object ten thousand times', {
    expect: 422,
    prepare: labelled,
    request: () =>
      patch('json', 'patched-labels', operations('{"op":"test","path":"/metadata/labels","value":{}}')),
  }),
  hostile('a JSON patch that inserts at the front of a large list ten thousand times', {
    expect: [200, 413, 422],
    prepare: large('large-7'),
    request: () =>
      patch(
        'json',
        'large-7',
        operations('{"op":"add","path":"/spec/template/spec/containers/0/env/0","value":{"name":"A"}}'),
      ),
    ...SERVED,
  }),
  hostile('a JSON patch that moves the first item to the end ten thousand times', {
    expect: [200, 422],
    prepare: large('large-8'),
    request: () =>
      patch(
        'json',
        'large-8',
        operations(
          '{"op":"move","from":"/spec/template/spec/containers/0/env/0","path":"/spec/template/spec/containers/0/env/-"}',
        ),
      ),
    ...SERVED,
  }),
  hostile('a JSON patch with a path of a million steps', {
    expect: 400,
    prepare: small,
    request: () => patch('json', 'patched', `[{"op":"remove","path":"${'/a'.repeat(MIB)}"}]`),
  }),
  hostile('a JSON patch with ten thousand long paths', {
    expect: [400, 413, 422],
    prepare: small,
    request: () =>
      patch('json', 'patched', `[${listed(() => `{"op":"test","path":"${'/a'.repeat(100)}","value":1}`)}]`),
  }),
  hostile('a JSON patch with a path of a million escapes', {
    expect: [400, 422],
    prepare: small,
    request: () => patch('json', 'patched', `[{"op":"remove","path":"/${filled('~1~0', 2 * MIB)}"}]`),
  }),
  hostile('a JSON patch of 200,000 operations', {
    expect: 413,
    prepare: small,
    request: () => patch('json', 'patched', `[${listed(() => '{"op":"x"}')}]`),
  }),
  hostile('a JSON patch with an index of a million digits', {
    expect: 400,
    prepare: small,
    request: () =>
      patch(
        'json',
        'patched',
        `[{"op":"add","path":"/spec/template/spec/containers/${'9'.repeat(MIB)}","value":1}]`,
      ),
  }),
  hostile('ten patches of a large object at once', {
    expect: [200, 409],
    prepare: large('large-9'),
    times: 10,
    request: () => patch('merge', 'large-9', `{"metadata":{"annotations":{"a":"${Date.now()}"}}}`),
    ...SERVED,
  }),
  hostile(`the template of a deployment changes from ${FEW} variables to others`, {
    expect: 200,
    prepare: large('large-10'),
    request: () =>
      patch(
        'merge',
        'large-10',
        `{"spec":{"template":{"spec":{${container(`"env":[${many(20_000, (index) => `{"name":"F${index}","value":"v"}`)}]`)}}}}}`,
      ),
    ...SERVED,
  }),
]
