import { DEPLOYMENTS } from '#test/support/objects.js'
import { many, metadataWith, SPEC } from '../support/deployments.js'
import { creation, type HostileRequest, hostile, MIB, type PlainRequest } from '../support/hostile-request.js'
import { type HostileServer, STOCK } from '../support/hostile-server.js'

/** Creates the body in the namespace of the existing objects, which own it. */
const inStock = (body: string): PlainRequest => ({
  ...creation(body),
  path: STOCK.replace('replicasets', 'deployments'),
})

const owner = (name: string, uid: string) =>
  `{"apiVersion":"extensions/v1beta1","kind":"ReplicaSet","name":"${name}","uid":"${uid}","blockOwnerDeletion":true}`

async function createInStock(server: HostileServer): Promise<void> {
  const { status, beginning } = await server.send(inStock(`{"metadata":{"name":"rolled"},${SPEC}}`))
  if (status !== 201 && status !== 409) throw new Error(beginning)
}

/** Objects that refer to very many others. */
export const owners: readonly HostileRequest[] = [
  hostile('12,000 absent owners', {
    expect: 422,
    request: () =>
      inStock(
        metadataWith(
          `"ownerReferences":[${many(12_000, (index) => owner(`none-${index}`, `u${index}`))}]`,
          'owned',
        ),
      ),
  }),
  hostile('12,000 owners with wrong uids', {
    expect: 422,
    request: () =>
      inStock(
        metadataWith(
          `"ownerReferences":[${many(12_000, (index) => owner(`stock-${index}`, `u${index}`))}]`,
          'owned',
        ),
      ),
  }),
  hostile('the maximum number of owners, all absent', {
    expect: 201,
    request: () =>
      inStock(
        metadataWith(
          `"ownerReferences":[${many(1000, (index) => owner(`stock-${index}`, `u${index}`))}]`,
          'owned-by-many',
        ),
      ),
    responseLimit: MIB,
  }),
  hostile('60,000 finalizers', {
    expect: 422,
    request: () =>
      creation(metadataWith(`"finalizers":[${many(60_000, (index) => `"a.b/${index}"`)}]`, 'finalized')),
  }),
  hostile('the maximum number of finalizers', {
    expect: 201,
    request: () =>
      creation(metadataWith(`"finalizers":[${many(1000, (index) => `"a.b/${index}"`)}]`, 'finalized')),
  }),
  hostile('the deletion of an object with the maximum number of finalizers', {
    expect: 200,
    request: () => ({ method: 'DELETE', path: `${DEPLOYMENTS}/finalized` }),
  }),
  hostile('20,000 initializers', {
    expect: [202, 422],
    request: () =>
      creation(
        metadataWith(
          `"initializers":{"pending":[${many(20_000, (index) => `{"name":"a.b.c${index}"}`)}]}`,
          'pending',
        ),
      ),
    responseLimit: MIB,
  }),
  hostile('a rollback among 20,000 replica sets', {
    expect: [201, 422],
    prepare: createInStock,
    request: () => ({
      method: 'POST',
      path: `${STOCK.replace('replicasets', 'deployments')}/rolled/rollback`,
      headers: { 'content-type': 'application/json' },
      body: '{"name":"rolled","rollbackTo":{"revision":0}}',
    }),
  }),
]
