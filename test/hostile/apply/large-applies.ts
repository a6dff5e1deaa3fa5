import { nested } from '../support/deployments.js'
import { filled, type HostileRequest, hostile, MIB } from '../support/hostile-request.js'
import {
  after,
  apply,
  data,
  MAPS,
  map,
  merge,
  SERVED,
  upTo,
  variables,
  WORKLOADS,
  workload,
} from './applying.js'

/** Each field counts twice: in the object, and in the field set of its manager. */
const MANY = 4500
const variablesOf = (name: string, force = true) =>
  apply(`${WORKLOADS}/${name}`, workload(name, variables(upTo(2000), 'v')), { force })

/** Applies of very large or unreadable configurations. */
export const largeApplies: readonly HostileRequest[] = [
  hostile(`an apply that changes nothing in ${MANY} fields`, {
    expect: 200,
    prepare: after(apply(`${MAPS}/unchanged`, map('unchanged', data(MANY, 'v')), { force: true })),
    request: () => apply(`${MAPS}/unchanged`, map('unchanged', data(MANY, 'v'))),
    ...SERVED,
  }),
  hostile(`a merge patch that takes over ${MANY} fields`, {
    expect: 200,
    prepare: after(apply(`${MAPS}/taken`, map('taken', data(MANY, 'v')), { force: true })),
    request: () => merge(`${MAPS}/taken`, `{${data(MANY, 'w')}}`),
    ...SERVED,
  }),
  hostile('an apply that drops the items of a long list', {
    expect: 200,
    prepare: after(variablesOf('gone')),
    request: () => apply(`${WORKLOADS}/gone`, workload('gone', '"env":[]')),
    ...SERVED,
  }),
  hostile('an apply to a long list whose items all have the same key', {
    expect: 200,
    prepare: after(
      apply(`${WORKLOADS}/repeated`, workload('repeated', '"env":[]'), { force: true }),
      merge(
        `${WORKLOADS}/repeated`,
        `{"spec":{"template":{"spec":{"containers":[{"name":"main","image":"web:1",${variables(Array(2000).fill(1), 'v')}}]}}}}`,
      ),
    ),
    request: () =>
      apply(`${WORKLOADS}/repeated`, workload('repeated', variables([2, 1, 3], 'v')), { force: true }),
    ...SERVED,
  }),
  hostile('an apply of a set of 1,000 values in reverse order', {
    expect: [200, 201, 422],
    prepare: after(apply(`${MAPS}/finalized`, finalized(upTo(1000)), { force: true })),
    request: () => apply(`${MAPS}/finalized`, finalized(upTo(1000).reverse())),
    ...SERVED,
  }),
  hostile('ten applies of a long list at once', {
    expect: [200, 409],
    prepare: after(variablesOf('busy')),
    times: 10,
    request: () => apply(`${WORKLOADS}/busy`, workload('busy', variables(upTo(2000), `${Date.now()}`))),
    ...SERVED,
  }),
  hostile('an apply that nests 400 levels deep', {
    expect: [200, 201, 400],
    request: () => apply(`${MAPS}/deep`, map('deep', `"data":${nested('{"a":', '1', '}', 400)}`)),
  }),
  hostile('an apply of unknown fields 400 levels deep', {
    expect: [200, 201, 400],
    request: () => apply(`${MAPS}/deep`, map('deep', `"unknown":${nested('{"a":', '1', '}', 400)}`)),
  }),
  hostile('an apply of a hundred thousand levels', {
    expect: 400,
    request: () => apply(`${MAPS}/deep`, map('deep', `"data":${nested('{"a":', '1', '}', 100_000)}`)),
  }),
  hostile('an apply of a name of a million letters', {
    expect: 422,
    request: () => apply(`${MAPS}/long`, map('long', `"data":{"${'n'.repeat(MIB)}":"v"}`)),
  }),
  hostile('an apply of an annotation with a name of a million letters', {
    expect: 422,
    request: () =>
      apply(
        `${MAPS}/long`,
        `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"long","annotations":{"${'n'.repeat(MIB)}":"v"}}}`,
      ),
  }),
  hostile('an apply of a list key of a million letters', {
    expect: 422,
    request: () =>
      apply(`${WORKLOADS}/long`, workload('long', `"env":[{"name":"${'n\\u0000'.repeat(MIB / 4)}"}]`)),
  }),
  hostile('an apply of an alias of an alias of an alias', {
    expect: 400,
    request: () =>
      apply(
        `${MAPS}/bomb`,
        `a: &a [${filled('x,', 1000)}x]\nb: &b [${filled('*a,', 1000)}*a]\nc: [${filled('*b,', 1000)}*b]\n`,
      ),
  }),
  ...['', '[]', '1', 'null', '"text"', '{', '{}', '--- {}\n--- {}'].map((body) =>
    hostile(`an apply of ${JSON.stringify(body)}`, {
      expect: 400,
      request: () => apply(`${MAPS}/owned`, body),
    }),
  ),
]

function finalized(indexes: readonly number[]): string {
  const finalizers = indexes.map((index) => `"example.com/f${index}"`).join()
  return `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"finalized","finalizers":[${finalizers}]}}`
}
