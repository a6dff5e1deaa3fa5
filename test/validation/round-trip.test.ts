import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WRITE } from '#kinds/example-objects.fixture.js'
import { kinds } from '#kinds/index.js'
import { fieldErrorMessage } from '#meta/field-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import { apiVersionOf } from '#meta/resource.js'
import { SERVER } from '#meta/user.js'
import { toStored } from '#registry/conversion.js'
import { validateMetadata } from '#registry/metadata/metadata-rules.js'
import { Random, testSeed } from '../support/random.js'
import { sized } from '../support/scope.js'
import { randomObject } from './random-object.js'

const OBJECTS = sized(400, 50)

for (const definition of kinds.flatMap(({ versions }) => versions)) {
  test(`a random ${definition.kind} of ${apiVersionOf(definition)} is valid, and round-trips`, async () => {
    const seed = testSeed()
    const random = new Random(seed)
    for (let count = 0; count < OBJECTS; count++) {
      const body = randomObject(definition.schema, random)
      const context = () => `TEST_SEED=${seed}, object ${count}: ${JSON.stringify(body)}`

      const object = definition.decode(body)
      const written = JSON.stringify(object)
      assert.equal(definition.encode(object).toString(), written, context())
      // A stored object that was not decoded is encoded the same.
      assert.equal(definition.encode(JSON.parse(written)).toString(), written, context())
      assert.equal(JSON.stringify(definition.decode(JSON.parse(written))), written, context())
      // Defaults are not applied twice.
      assert.equal(JSON.stringify(definition.decode(object)), written, context())

      // A review has no name.
      if (!definition.stored.review) object.metadata.name ??= 'example'
      if (definition.namespaced) object.metadata.namespace = 'test'
      definition.stored.strategy.prepareForCreate?.(toStored(definition, object), WRITE, SERVER)
      const errors = new FieldErrors()
      if (!definition.stored.review) validateMetadata(object.metadata, definition, errors)
      await definition.rules.load?.()
      definition.rules.validate?.(object, errors)
      assert.deepEqual(
        errors.all.map((error) => `${error.field}: ${fieldErrorMessage(error)}`),
        [],
        context(),
      )
    }
  })
}
