import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareVersionPriority } from './resource.js'

test('versions are preferred by how stable and how new they are', () => {
  const versions = [
    'v10',
    'v2',
    'v1',
    'v11beta2',
    'v10beta3',
    'v3beta1',
    'v12alpha1',
    'v11alpha2',
    'foo1',
    'foo10',
  ]
  assert.deepEqual([...versions].reverse().sort(compareVersionPriority), versions)
})
