import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { flowSchema } from '#kinds/flowcontrol/flowschema/index.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { StoredKind } from '#registry/kind.js'
import { readFlowControl } from './flow-control-objects.js'

/** Objects as they may come into a store without validation. */
const feedOf = (schemas: readonly object[], levels: readonly object[]) =>
  ({
    objectsOf: (kind: StoredKind) =>
      (kind === flowSchema ? schemas : levels).map((object) => ({
        json: Buffer.from(JSON.stringify(object)),
      })),
  }) as unknown as ChangeFeed

const named = (name: string, rest: object = {}) => ({ metadata: { name, uid: name }, ...rest })

describe('stored objects of flow control', () => {
  it('are left out if they cannot be used, and the mandatory ones are always there', () => {
    const priorityLevelConfiguration = { name: 'exempt' }
    const { schemas, levels } = readFlowControl(
      feedOf(
        [
          ...[named('bare'), named('null', { spec: null }), named('empty', { spec: {} })],
          named('catch-all', { spec: null }),
          named('odd', { spec: { priorityLevelConfiguration, rules: [null, { subjects: [null] }] } }),
        ],
        [named('bare'), named('exempt', { spec: null })],
      ),
    )
    const odd = schemas.find(({ name }) => name === 'odd')
    assert.deepEqual(odd?.spec.rules, [{ subjects: [] }])
    assert.deepEqual(schemas.map(({ name }) => name).sort(), ['catch-all', 'exempt', 'odd'])
    assert.deepEqual(levels.map(({ name }) => name).sort(), ['catch-all', 'exempt'])
  })
})
